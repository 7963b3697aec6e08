import { config } from 'zod/v4/core'

// Before the first schema is made: else zod tries whether it may compile text, which the policy refuses and reports.
config({ jitless: true })

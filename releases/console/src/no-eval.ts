import { config } from 'zod/v4/core'

// Before the first schema is created: else zod tries `new Function`, which the content security policy refuses and reports.
config({ jitless: true })

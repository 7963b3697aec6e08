import { shellConfig } from '@marram/build/shell-config'

export default shellConfig(import.meta.dirname, { slots: { more: 6, footer: 4 } })

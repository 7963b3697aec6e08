import { shellConfig } from '@marram/federation/shell-config'

export default shellConfig(import.meta.dirname)

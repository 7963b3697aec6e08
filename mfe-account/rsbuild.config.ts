import { sectionConfig } from '@marram/federation/section-config'

export default sectionConfig(import.meta.dirname)

import { sectionConfig } from '@marram/build/section-config'

export default sectionConfig(import.meta.dirname)

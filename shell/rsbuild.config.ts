import { shellConfig } from '@marram/build/shell-config'
import { packPackages } from '@marram/packing/pack-packages'

const folder = import.meta.dirname
const forSections = ['build', 'cli', 'create-section', 'sdk', 'ui'].map((name) => `@marram/${name}`)

export default shellConfig(folder, {
  slots: { more: 6, footer: 4 },
  pack: (options) => packPackages({ folder, names: forSections, ...options }),
})

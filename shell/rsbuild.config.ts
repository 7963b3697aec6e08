import { shellConfig } from '@marram/build/shell-config'
import { packPackages } from '@marram/packing/pack-packages'

const folder = import.meta.dirname

export default shellConfig(folder, {
  slots: { more: 6, footer: 4 },
  pack: (options) => packPackages({ folder, names: ['@marram/build', '@marram/cli', '@marram/sdk', '@marram/ui'], ...options }),
})

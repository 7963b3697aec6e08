import { pause } from '@marram/ui/pause'

/** What every form uses, in the order in which one needs the other. */
const pieces = [
  () => import('@marram/sdk/antd-scope'),
  () => import('antd/es/button'),
  () => import('antd/es/input'),
  () => import('antd/es/select'),
]

/** Loads a page that uses antd, after antd: evaluated as one piece it takes longer than anything else on the page. */
export async function afterAntd<Page>(load: () => Promise<Page>): Promise<Page> {
  if (typeof document === 'undefined') return load()
  for (const piece of pieces) {
    await piece()
    await pause()
  }
  return load()
}

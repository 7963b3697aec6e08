import './styles/shell.css'
import './styles/favicon.svg'
import '../.cache/provide-browser'
import { pause } from '@marram/ui/pause'

async function enter(): Promise<void> {
  await pause()
  const { start } = await import(/* webpackMode: "eager" */ './start')
  await pause()
  await start()
}

void enter()

import './styles/shell.css'
import './styles/favicon.svg'
import '../.cache/provide-browser'
import { pause } from '@marram/ui/pause'
import { firstPaint } from './first-paint'

async function enter(): Promise<void> {
  // What is kept from an earlier visit is here before anything is painted: text comes first all the same.
  await firstPaint()
  const { start } = await import(/* webpackMode: "eager" */ './start')
  await pause()
  await start()
}

void enter()

import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { antdTheme } from './antd-theme'
import './antd-dark.css'

const USUAL_PX = 16
const never = () => () => {}
// Where nothing is laid out, as in tests, no size is known.
const textScale = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_PX) / USUAL_PX

/** Wraps a page that uses antd. Light and dark are chosen by `html[data-theme]`, never by React. */
export function AntdScope({ children }: { children: ReactNode }) {
  const scale = useSyncExternalStore(never, textScale, () => 1)
  const theme = useMemo(() => antdTheme(scale), [scale])
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>
}

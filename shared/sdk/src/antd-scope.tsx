import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { antdTheme } from './antd-theme'
import './antd-dark.css'

/** Wraps a page that uses antd. Light and dark are chosen by `html[data-theme]`, never by React. */
export function AntdScope({ children }: { children: ReactNode }) {
  return <ConfigProvider theme={antdTheme}>{children}</ConfigProvider>
}

/** Writes src/antd-dark.css: the values of antd's CSS variables that differ in the dark theme. Run after a change of the theme or of antd. */
import fs from 'node:fs'
import path from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import {
  Button,
  ConfigProvider,
  Empty,
  Form,
  Input,
  Modal,
  Progress,
  Select,
  type ThemeConfig,
  Tooltip,
  theme,
  Upload,
} from 'antd'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { antdTheme } from '../src/antd-theme'

/** The brief's dark palette (section 2). */
const dark: ThemeConfig = {
  ...antdTheme,
  algorithm: theme.darkAlgorithm,
  token: {
    ...antdTheme.token,
    colorPrimary: '#6FD0B8',
    colorPrimaryHover: '#8FDECB',
    colorPrimaryActive: '#B4ECDF',
    colorLink: '#6FD0B8',
    colorLinkHover: '#8FDECB',
    colorLinkActive: '#B4ECDF',
    colorTextLightSolid: '#05231F',
    colorError: '#FF9E94',
    colorErrorText: '#FF9E94',
    colorErrorBg: '#3A1F20',
    colorErrorBorder: '#FF9E94',
    colorErrorBorderHover: '#FFB8B0',
    colorSuccess: '#86D39B',
    colorSuccessText: '#86D39B',
    colorSuccessBg: '#14301F',
    colorSuccessBorder: '#3E7A53',
    colorWarning: '#F2C27A',
    colorWarningBg: '#33270F',
    colorWarningBorder: '#7D612A',
    colorInfo: '#86C5E0',
    colorInfoBg: '#102E3C',
    colorInfoBorder: '#2F6178',
    colorTextBase: '#E7F0EE',
    colorText: '#E7F0EE',
    colorTextHeading: '#E7F0EE',
    colorTextSecondary: '#B9CCCA',
    colorTextTertiary: '#9CB3B1',
    colorTextDescription: '#9CB3B1',
    colorTextPlaceholder: '#9CB3B1',
    colorTextQuaternary: '#9CB3B1',
    colorIcon: '#B9CCCA',
    colorBgBase: '#07191F',
    colorBgLayout: '#07191F',
    colorBgContainer: '#0F262D',
    colorBgElevated: '#16333B',
    colorBorder: '#6C8586',
    colorBorderSecondary: '#24424A',
    colorSplit: '#24424A',
    controlOutline: 'rgba(111,208,184,.35)',
    controlItemBgActiveHover: '#2A5560',
  },
  components: {
    ...antdTheme.components,
    Select: { ...antdTheme.components?.Select, optionSelectedBg: '#1D4148' },
    Button: { ...antdTheme.components?.Button, primaryColor: '#05231F' },
  },
}

const components = (): ReactNode[] => [
  h(Button, { key: 1, type: 'primary' }, 'b'),
  h(Form, { key: 2 }, h(Form.Item, { name: 'x', label: 'x' }, h(Input))),
  h(Input.TextArea, { key: 3 }),
  h(Select, { key: 4, open: true }),
  h(Upload, { key: 5 }),
  h(Modal, { key: 6, open: true }),
  h(Empty, { key: 7 }),
  h(Tooltip, { key: 8, title: 'x', open: true }, h('i')),
  h(Progress, { key: 9 }),
]

function variables(config: ThemeConfig): Map<string, string> {
  const cache = createCache()
  renderToString(h(StyleProvider, { cache }, h(ConfigProvider, { theme: config }, components())))
  const css = extractStyle(cache, { plain: true, types: ['token', 'cssVar'] })
  const found = new Map<string, string>()
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const declaration of body.split(';')) {
      const colon = declaration.indexOf(':')
      if (colon > 0 && declaration.startsWith('--'))
        found.set(`${selector.trim()}|${declaration.slice(0, colon)}`, declaration.slice(colon + 1))
    }
  }
  return found
}

const light = variables(antdTheme)
// antd's dark algorithm dims every seed colour; the brief names these values exactly.
const exact = new Map(
  [
    [antdTheme.token?.colorPrimary, dark.token?.colorPrimary],
    [antdTheme.token?.colorPrimaryHover, dark.token?.colorPrimaryHover],
    [antdTheme.token?.colorPrimaryActive, dark.token?.colorPrimaryActive],
    [antdTheme.token?.colorError, dark.token?.colorError],
    [antdTheme.token?.colorSuccess, dark.token?.colorSuccess],
  ].map(([from, to]) => [from?.toLowerCase(), to?.toLowerCase()]),
)
const rules = new Map<string, string[]>()
for (const [key, dimmed] of variables(dark)) {
  const value = exact.get(light.get(key)?.toLowerCase()) ?? dimmed
  if (light.get(key) === value) continue
  const [selector = '', name = ''] = key.split('|')
  rules.set(selector, [...(rules.get(selector) ?? []), `  ${name}: ${value};`])
}
if (rules.size === 0) throw new Error('antd wrote no theme variables: its style output has changed')
/** Not on paper, which is never dark. */
const sheet = (media: string, root: string) => {
  const all = [...rules].map(([selector, lines]) => `${root} ${selector} {\n${lines.join('\n')}\n}`)
  return `@media ${media} {\n${all.join('\n\n')}\n}\n`
}
const chosen = sheet('screen', 'html[data-theme="dark"]')
const withoutScripts = sheet('screen and (prefers-color-scheme: dark)', 'html:not([data-theme])')
fs.writeFileSync(path.join(import.meta.dirname, '../src/antd-dark.css'), `${chosen}\n${withoutScripts}`)

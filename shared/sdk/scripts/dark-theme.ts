/** Writes src/antd-dark.css: the values of antd's CSS variables that differ in the dark theme. Run after a change of the theme or of antd. */
import fs from 'node:fs'
import path from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { antdTheme } from '../src/antd-theme'

const light = antdTheme()
/** The theme's dark palette. */
const dark: antd.ThemeConfig = {
  ...light,
  algorithm: antd.theme.darkAlgorithm,
  token: {
    ...light.token,
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
    ...light.components,
    Select: { ...light.components?.Select, optionSelectedBg: '#1D4148' },
    Button: { ...light.components?.Button, primaryColor: '#05231F' },
  },
}

const components = (): ReactNode[] => [
  h(antd.Button, { key: 1, type: 'primary' }, 'b'),
  h(antd.Form, { key: 2 }, h(antd.Form.Item, { name: 'x', label: 'x' }, h(antd.Input))),
  h(antd.Input.TextArea, { key: 3 }),
  h(antd.Select, { key: 4, open: true }),
  h(antd.Upload, { key: 5 }),
  h(antd.Modal, { key: 6, open: true }),
  h(antd.Empty, { key: 7 }),
  h(antd.Tooltip, { key: 8, title: 'x', open: true }, h('i')),
  h(antd.Progress, { key: 9 }),
]

function variables(config: antd.ThemeConfig): Map<string, string> {
  const cache = createCache()
  renderToString(h(StyleProvider, { cache }, h(antd.ConfigProvider, { theme: config }, components())))
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

const lightVariables = variables(light)
// antd's dark algorithm dims every seed colour; the palette has these values exactly.
const exact = new Map(
  (['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive', 'colorError', 'colorSuccess'] as const).map((name) => [
    light.token?.[name]?.toLowerCase(),
    dark.token?.[name]?.toLowerCase(),
  ]),
)
const rules = new Map<string, string[]>()
for (const [key, dimmed] of variables(dark)) {
  const value = exact.get(lightVariables.get(key)?.toLowerCase()) ?? dimmed
  if (lightVariables.get(key) === value) continue
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

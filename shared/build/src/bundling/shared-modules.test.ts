import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  browserProvideSource,
  developmentOnly,
  eager,
  isProvided,
  lazy,
  serverProvideSource,
  sharedBySection,
  sharedByShell,
} from './shared-modules'

const shell = sharedByShell('1.2.0')
const section = sharedBySection('1.2.0')
const all = [...eager, ...lazy]

describe('the modules that the shell provides', () => {
  it('are the ones that sections import, under the same names', () => {
    expect(Object.keys(section).sort()).toEqual(Object.keys(shell).sort())
    expect(new Set(all).size).toBe(all.length)
  })

  it('are never bundled with a section', () => {
    for (const each of Object.values(section)) expect(each).toMatchObject({ singleton: true, import: false })
    for (const each of Object.values(shell)) expect(each).not.toHaveProperty('import')
  })

  it('are in the shell’s first load exactly when they are not lazy, and antd never is', () => {
    for (const name of lazy) expect(shell[name]?.eager).toBeUndefined()
    for (const name of eager) expect(shell[name === 'react/jsx-runtime' ? 'react/' : name]?.eager).toBe(true)
    expect(eager.filter((name) => name.startsWith('antd'))).toEqual([])
  })

  it('are required in a version', () => {
    for (const [name, { requiredVersion }] of Object.entries({ ...shell, ...section }))
      expect(`${name} ${requiredVersion}`).toMatch(/ \^\d+\.\d+\.\d+$/)
    expect(section['@marram/sdk/toast']).toMatchObject({ version: '1.2.0', requiredVersion: '^1.0.0' })
  })

  it('are really imported by the shell, in the browser and on the server', () => {
    const browser = browserProvideSource()
    for (const name of lazy) expect(browser).toContain(`import('${name}')`)
    for (const name of eager.filter((each) => !each.startsWith('react'))) expect(browser).toContain(`import '${name}'`)
    const server = serverProvideSource(false)
    for (const name of all) expect(server).toMatch(new RegExp(`^ {2}'${name}': (\\w+),$`, 'm'))
    expect(server).not.toContain(developmentOnly)
    expect(serverProvideSource(true)).toContain(developmentOnly)
  })

  it('are matched only by their whole name', () => {
    expect(all.every(isProvided)).toBe(true)
    expect(['react-dom/server', 'antd', 'antd/es/table', '@marram/ui/button'].filter(isProvided)).toEqual([])
  })

  it('exist', () => {
    const shared = path.resolve(import.meta.dirname, '../../..')
    for (const name of all.filter((each) => each.startsWith('@marram/'))) {
      const [, of = '', module = ''] = name.split('/')
      const candidates = ['ts', 'tsx'].map((extension) => path.join(shared, of, `src/${module}.${extension}`))
      expect(
        candidates.filter((file) => fs.existsSync(file)),
        name,
      ).toHaveLength(1)
    }
  })
})

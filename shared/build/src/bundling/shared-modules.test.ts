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
} from './shared-modules'

const versions = Object.fromEntries([...eager, ...lazy].map((name, i) => [name, `1.0.${i}`]))
const browser = browserProvideSource(versions)
const section = sharedBySection('1.2.0')
const all = [...eager, ...lazy]

describe('the modules that the shell provides', () => {
  it('are the ones that sections import, under the same names and never with a copy', () => {
    expect(Object.keys(section)).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
    for (const each of Object.values(section)) expect(each).toMatchObject({ singleton: true, import: false })
  })

  it('are in the shell’s first load exactly when they are not lazy, and antd never is', () => {
    for (const name of lazy)
      expect(browser).toMatch(RegExp(`'${name}': \\['1[.]0[.]\\d+', \\(\\) => import\\(.*'${name}'\\)\\]`))
    for (const name of eager) {
      const [, local] = RegExp(`^import [*] as (\\w+) from '${name}'$`, 'm').exec(browser) ?? []
      expect(browser).toContain(`'${name}': ['${versions[name]}', () => ${local}],`)
    }
    expect(eager.filter((name) => name.startsWith('antd'))).toEqual([])
  })

  it('are required in a version', () => {
    for (const [name, { requiredVersion }] of Object.entries(section))
      expect(`${name} ${requiredVersion}`).toMatch(/ \^\d+\.\d+\.\d+$/)
    expect(section['@marram/sdk/toast']).toMatchObject({ requiredVersion: '^1.0.0' })
  })

  it('are the same on the server', () => {
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

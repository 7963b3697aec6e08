import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnvironment } from '@marram/server/environment'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serviceEnvironments } from '../start/variables'
import { root } from '../workspace'

const DEPLOY = path.join(root, 'deploy')
const has = (program: string) => spawnSync('which', [program]).status === 0
const SECRET = 'x'.repeat(40)

type Env = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }
type Container = {
  name: string
  image: string
  env?: Env[]
  envFrom?: { configMapRef?: { name: string } }[]
  securityContext: object
  resources: { requests?: object; limits?: object }
}
type Pod = { enableServiceLinks?: boolean; automountServiceAccountToken?: boolean; containers: Container[] }
type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: { replicas?: number; template?: { spec: Pod }; jobTemplate?: { spec: { template: { spec: Pod } } } }
  data?: Record<string, string>
}

/** What `kubectl apply --kustomize` sends. */
const built = (folder: string): Resource[] => {
  const text = execFileSync('kubectl', ['kustomize', path.join(DEPLOY, 'kubernetes', folder)], { encoding: 'utf8' })
  return parseAllDocuments(text).map((document) => document.toJS() as Resource)
}

/** The packages that know a group of kinds; there is none for the backups of CloudNativePG's plugin. */
const MODELS: [group: RegExp, name: string][] = [
  [/^postgresql\.cnpg\.io\//, '@kubernetes-models/cloudnative-pg'],
  [/^keda\.sh\//, '@kubernetes-models/keda'],
  [/^(?!barmancloud)/, 'kubernetes-models'],
]

/**
 * What is wrong with a resource. Models find wrong values; a property that none of their checks has looked at is one that
 * nobody knows.
 */
async function problemsOf(resource: Resource): Promise<string[]> {
  const { apiVersion, kind } = resource
  const [, name] = MODELS.find(([group]) => group.test(apiVersion)) ?? []
  if (name === undefined) return []
  const { [kind]: Model } = (await import(`${name}/${apiVersion}/${kind}`)) as Record<string, ModelClass>
  const read = new Set<string>()
  const model = Model ? new Model({}) : undefined
  if (!model) return [`${apiVersion} has no ${kind}`]
  Object.assign(model, watched(resource, '', read))
  try {
    model.validate()
  } catch (error) {
    return [`${kind} ${resource.metadata.name}: ${(error as Error).message}`]
  }
  return namesIn(resource, '')
    .filter((each) => !read.has(each))
    .map((each) => `${kind} ${resource.metadata.name}: unknown ${each}`)
}
type ModelClass = new (data: object) => { validate(): void }

/** Notes the path of each property that is read. */
function watched(value: unknown, at: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      const found = Reflect.get(target, name)
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found
      read.add(`${at}/${name}`)
      return watched(found, `${at}/${name}`, read)
    },
  })
}

function namesIn(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [`${at}/${name}`, ...namesIn(each, `${at}/${name}`)])
}

const podOf = ({ spec }: Resource) => spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec

describe.skipIf(!has('kubectl'))('the manifests, which only kubectl puts together', () => {
  const folders = ['overlays/small', 'overlays/large', 'migrate', 'restore']

  it.each(folders)('%s has kinds and properties that Kubernetes knows', async (folder) => {
    const problems = await Promise.all(built(folder).map(problemsOf))
    expect(problems.flat()).toEqual([])
  })

  it('a wrong value and a name that nobody knows are found', async () => {
    const edge = built('overlays/small').find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'edge')
    const pod = podOf(edge as Resource) as Pod
    Object.assign(pod, { enableServiceLink: false })
    expect(await problemsOf(edge as Resource)).toEqual([
      'Deployment edge: unknown /spec/template/spec/enableServiceLink',
    ])
    Object.assign(pod, { enableServiceLinks: 'no' })
    expect(await problemsOf(edge as Resource)).toEqual([expect.stringMatching(/enableServiceLinks must be boolean/)])
  })

  it.each(folders)('%s runs nothing as root, on a disk that it can write, or with variables of its own', (folder) => {
    const closed = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
    for (const resource of built(folder)) {
      const pod = podOf(resource)
      if (!pod) continue
      expect(pod).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true } })
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toEqual(closed)
        expect(resources).toMatchObject({
          requests: { memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
  })

  it.each(['overlays/small', 'overlays/large'])('%s gives each service settings that it takes', (folder) => {
    const all = built(folder)
    const site = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('site-'))?.data ?? {}
    const known = new Set(Object.values(serviceEnvironments).flatMap(({ shape }) => Object.keys(shape)))
    expect(Object.keys(site).filter((name) => !known.has(name))).toEqual([])
    const services = all.flatMap((each) => podOf(each)?.containers ?? []).filter(({ image }) => /^marram-/.test(image))
    expect(services.length).toBe(3)
    for (const { image, env = [] } of services) {
      const schema = serviceEnvironments[/^marram-(\w+)/.exec(image)?.[1] ?? ''] as (typeof serviceEnvironments)[string]
      expect(env.map(({ name }) => name).filter((name) => !(name in schema.shape))).toEqual([])
      const given = Object.fromEntries(
        env.map(({ name }) => [name, name === 'MAIL_URL' ? undefined : secretValue(name)]),
      )
      expect(parseEnvironment(schema, { ...site, ...given })).toMatchObject({ success: true })
    }
    const caches = all.find(({ kind }) => kind === 'StatefulSet')?.spec.replicas
    expect(site.CACHE_URLS?.split(',')).toHaveLength(caches ?? 0)
  })
})

const secretValue = (name: string) => (name === 'DATABASE_URL' ? `postgres://marram:${SECRET}@database/marram` : SECRET)

it('compose gives each service settings that it takes, and files that are there', () => {
  type Service = { environment?: Record<string, string>; build?: { target: string }; volumes?: string[] }
  const { services } = parse(fs.readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>
  }
  const stages = fs.readFileSync(path.join(DEPLOY, 'Containerfile'), 'utf8')
  for (const { environment = {}, build, volumes = [] } of Object.values(services)) {
    for (const volume of volumes.filter((each) => each.startsWith('.')))
      expect(fs.existsSync(path.join(DEPLOY, volume.split(':')[0] as string)), volume).toBe(true)
    if (!build) continue
    expect(stages).toContain(` AS ${build.target}\n`)
    const schema = serviceEnvironments[build.target] as (typeof serviceEnvironments)[string]
    const given = Object.entries(environment).map(([name, value]) => [name, resolved(value)])
    const unknown = given.map(([name]) => name as string).filter((name) => !(name in schema.shape))
    expect(unknown.filter((name) => !name.startsWith('AWS_'))).toEqual([])
    expect(parseEnvironment(schema, Object.fromEntries(given))).toMatchObject({ success: true })
  }
})

/** As compose fills in `${NAME:-default}` and `${NAME:?}`. */
const resolved = (value: string) =>
  value.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, text) => (kind === '-' ? text : SECRET))

it.skipIf(!has('varnishd'))('the caches of the cluster read what names their edges (needs varnishd)', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-vcl-'))
  // It compiles as another account.
  fs.chmodSync(folder, 0o755)
  fs.copyFileSync(path.join(DEPLOY, 'caches/varnish.vcl'), path.join(folder, 'varnish.vcl'))
  const site = fs.readFileSync(path.join(DEPLOY, 'kubernetes/base/site.vcl'), 'utf8')
  expect(site).toContain('.host = "edge"')
  fs.writeFileSync(path.join(folder, 'site.vcl'), site.replace('"edge"', '"127.0.0.1"'))
  const compile = ['-C', '-p', `vcl_path=${folder}`, '-f', path.join(folder, 'varnish.vcl')]
  const { status, stderr } = spawnSync('varnishd', compile, { encoding: 'utf8' })
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
})

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { applyContent } from '../fixtures/api/submissions'
import { buildSection, edition, FIRST } from '../fixtures/releases/editions'
import { promote, publish, registryOf } from '../fixtures/releases/releases'
import { DEPLOY, httpCaches } from '../fixtures/site/http-caches'
import { FIXTURE_CONTENT } from '../fixtures/site/prepared-data'
import { freePort, root, temporaryFolder } from '../fixtures/site/site'
import { type Databases, twoDatabases } from './database'
import { isHealthy, type Machine, machine, type Wire, wireTo } from './machine'

/** How many of each there are. */
const COUNTS = { cache: 2, edge: 3, api: 3, registry: 2 }
type Kind = keyof typeof COUNTS
const PARTS = ['shell', 'mfe-content', 'mfe-events', 'mfe-quiz', 'mfe-account']
const BUCKET = 'marram'

export type Cluster = {
  /** What visitors open, and where the registries are. */
  url: string
  registry: string
  /** Of the first registry and the first API, whose tokens are here. */
  data: string
  machines: Record<Kind | 'bucket', Machine[]>
  databases: Databases
  /** Two that listen at the same addresses. */
  balancers: Machine[]
  /** What visitors open over HTTPS, and the file of its certificate. */
  secureUrl: string
  certificate: string
  /** Says this to each HAProxy. */
  tellBalancers: (words: string) => Promise<void>
  /** The way of the first edge to the registries. */
  wire: Wire
  /** The way of the standby to the primary, as they are at first. */
  replication: Wire
  /** The workspace that services are started from, from their next start on. */
  services: string
  /** The token of the edges, from their next start on. */
  edges: { name: string; token: string }
  all: () => Machine[]
  stop: () => Promise<void>
}

/**
 * The whole site on many machines, each a process with its own folder and address, with our releases live on it.
 * `services`: the workspace that its services begin as.
 */
export async function startCluster(services = root): Promise<Cluster> {
  const given = new Set<string>()
  /** What was given to one machine, which may not run yet, is not free for another. */
  const address = async (): Promise<string> => {
    const found = `127.0.0.1:${await freePort()}`
    if (given.has(found)) return address()
    given.add(found)
    return found
  }
  const addresses = async (count: number) => {
    const all: string[] = []
    for (let i = 0; i < count; i += 1) all.push(await address())
    return all
  }
  const at: Record<Kind, string[]> = {
    cache: await addresses(COUNTS.cache),
    edge: await addresses(COUNTS.edge),
    api: await addresses(COUNTS.api),
    registry: await addresses(COUNTS.registry),
  }
  const tiers = { site: await address(), edges: await address(), apis: await address(), registries: await address() }
  const databasesAt: [string, string] = [await address(), await address()]
  const [databaseAt, bucketAt] = [await address(), await address()]
  const url = `http://${tiers.site}`
  const registry = `http://${tiers.registries}`
  const databases = twoDatabases(databasesAt)
  const wire = await wireTo(tiers.registries)
  const portOf = (each: string) => each.split(':')[1] as string

  const common = {
    DATABASE_URL: `postgres://marram@${databaseAt}/postgres`,
    AWS_ENDPOINT_URL_S3: `http://${bucketAt}`,
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    API_HOST: `http://${tiers.apis}`,
    API_EDGE_TOKEN: randomBytes(32).toString('base64url'),
    PUBLIC_URL: url,
    // Longer than two checks of HAProxy.
    DRAIN_MS: '2000',
  }
  const environments: Record<Exclude<Kind, 'cache'>, (at: string) => Promise<Record<string, string>>> = {
    edge: async (each) => ({
      PORT: portOf(each),
      PREVIEW_PORT: String(await freePort()),
      RELEASES_URL: each === at.edge[0] ? `http://${wire.address}` : registry,
      TRUST_PROXY: '127.0.0.1',
      CACHE_URLS: at.cache.map((cache) => `http://${cache}`).join(','),
      // On a computer that is many machines pages take longer. HAProxy asks another edge after two seconds.
      RENDER_TIMEOUT_MS: '1500',
    }),
    api: async (each) => ({
      API_PORT: portOf(each),
      API_UPLOADS: `s3://${BUCKET}/uploads`,
      API_MEDIA: `s3://${BUCKET}/media`,
      API_TOKEN_SECRET: TOKEN_SECRET,
      API_RATE_LIMIT: '1000000',
    }),
    registry: async (each) => ({
      RELEASES_PORT: portOf(each),
      CONSOLE_PORT: String(await freePort()),
      RELEASES_FILES: `s3://${BUCKET}/releases`,
      // Opening every release in a browser would take most of the two cores.
      MARRAM_CHROMIUM: 'off',
      BROTLI_QUALITY: '3',
    }),
  }
  const programs = { edge: 'edge', api: 'api', registry: 'releases' }
  const folders: string[] = []
  const machinesOf = async (kind: keyof typeof environments) => {
    const all: Machine[] = []
    for (const [index, each] of at[kind].entries()) {
      const data = temporaryFolder(`${kind}-${index + 1}`)
      folders.push(data)
      const own = { ...common, ...(await environments[kind](each)), MARRAM_DATA: data }
      all.push(
        machine(`${kind}-${index + 1}`, each, () => ({
          ...{ cwd: cluster.services, isReady: isHealthy(each) },
          ...{ program: process.execPath, args: [path.join(cluster.services, programs[kind], 'dist/main.mjs')] },
          env: { ...own, ...(kind === 'edge' && { RELEASES_TOKEN: cluster.edges.token }) },
        })),
      )
    }
    return all
  }
  const machines: Cluster['machines'] = {
    bucket: [bucket(bucketAt)],
    api: await machinesOf('api'),
    registry: await machinesOf('registry'),
    edge: await machinesOf('edge'),
    cache: at.cache.map((each, index) => cache(`cache-${index + 1}`, each, tiers.edges)),
  }
  // `npm run release` and `npm run api` find both tokens in one folder on one machine.
  const data = temporaryFolder('tokens')
  for (const [service, kind] of [
    ['api', 'api'],
    ['releases', 'registry'],
  ] as const) {
    const first = folders.find((folder) => path.basename(folder).startsWith(`marram-${kind}-1-`)) as string
    fs.symlinkSync(path.join(first, service), path.join(data, service))
  }
  const secure = await address()
  const certificate = path.join(temporaryFolder('certificate'), 'site.pem')
  fs.writeFileSync(certificate, newCertificate())
  const sockets = [1, 2].map((number) => path.join(temporaryFolder(`balancer-${number}`), 'admin'))
  const balancer = (socket: string, index: number) =>
    machine(`haproxy-${index + 1}`, tiers.site, () => ({
      program: '/usr/sbin/haproxy',
      args: ['-f', path.join(DEPLOY, 'haproxy.cfg')],
      env: {
        ADMIN_SOCKET: socket,
        SITE_SECURE_ADDRESS: secure,
        SITE_CERTIFICATE: certificate,
        ...balanced,
      },
    }))
  const balanced = {
    ...Object.fromEntries(Object.entries(tiers).map(([tier, each]) => [`${tier.toUpperCase()}_ADDRESS`, each])),
    DATABASE_ADDRESS: databaseAt,
    ...Object.fromEntries(databasesAt.map((each, index) => [`DATABASE_${index + 1}`, each])),
    ...Object.fromEntries(
      Object.entries(at).flatMap(([kind, all]) =>
        all.map((each, index) => [`${kind.toUpperCase()}_${index + 1}`, each]),
      ),
    ),
  }
  const balancers = sockets.map(balancer)
  const all = () => [
    ...balancers,
    ...machines.cache,
    ...machines.edge,
    ...machines.registry,
    ...machines.api,
    ...machines.bucket,
    ...databases.machines,
  ]
  const cluster: Cluster = {
    url,
    registry,
    data,
    machines,
    databases,
    balancers,
    secureUrl: `https://${secure}`,
    certificate,
    tellBalancers: async (words) => {
      for (const socket of sockets) await say(socket, `${words}\n`)
    },
    wire,
    replication: wire,
    services,
    edges: { name: '', token: '' },
    all,
    stop: async () => {
      for (const each of [wire, cluster.replication]) each.close()
      for (const each of all()) await each.kill()
    },
  }
  try {
    cluster.replication = await databases.start()
    for (const each of balancers) await each.start()
    for (const each of [...machines.bucket, ...machines.api, ...machines.registry]) await each.start()
    await release(cluster)
    for (const each of [...machines.edge, ...machines.cache]) await each.start()
    await untilBalanced(cluster.url)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** HAProxy knows a machine after two checks. Throws after half a minute. */
async function untilBalanced(url: string): Promise<void> {
  let status = 0
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(500)) {
    status = (await fetch(`${url}/api/news/`)).status
    if (status === 200) return
  }
  throw new Error(`the site responds with ${status}`)
}

const TOKEN_SECRET = randomBytes(32).toString('base64url')

/** Our releases and a section of the tests, live, with content for them; and a token for the edges. */
async function release(cluster: Cluster): Promise<void> {
  await applyContent(cluster, FIXTURE_CONTENT)
  await buildSection()
  for (const folder of [...PARTS.map((part) => path.join(root, part, 'dist')), edition(FIRST)]) {
    const { part, version } = await publish(cluster, folder)
    await promote(cluster, part, version)
  }
  cluster.edges = await edgeToken(cluster)
}

/** A key and a certificate of its own, valid for a day. */
export function newCertificate(): string {
  const folder = temporaryFolder('key')
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name)) as [string, string]
  const given = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', ...given, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return fs.readFileSync(key, 'utf8') + fs.readFileSync(certificate, 'utf8')
}

/** A new token for edges, with its name. */
export async function edgeToken(cluster: Cluster): Promise<{ name: string; token: string }> {
  const name = `edges-${randomBytes(4).toString('hex')}`
  return registryOf(cluster).createToken({ name, role: 'edge', environment: 'production' })
}

/** Sends a line to a socket that is a file, and waits until it was taken. */
const say = (socket: string, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const connection = net.connect(socket, () => connection.end(line))
    connection
      .resume()
      .once('close', () => resolve())
      .once('error', reject)
  })

function bucket(address: string): Machine {
  const folder = temporaryFolder('bucket')
  const program = path.join(root, 'shared/server/node_modules/s3rver/bin/s3rver.js')
  const [host = '', port = ''] = address.split(':')
  const at = ['--address', host, '--port', port, '--directory', folder]
  return machine('bucket', address, () => ({
    program: process.execPath,
    args: [program, ...at, '--silent', '--no-vhost-buckets', '--configure-bucket', BUCKET],
  }))
}

function cache(name: string, address: string, edges: string): Machine {
  const { program, prepare } = httpCaches.Varnish
  return machine(name, address, () => {
    // Begins empty, as on a new machine.
    const args = prepare(temporaryFolder(name), Number(address.split(':')[1]), edges.split(':')[1] as string)
    return { program, args }
  })
}

import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DEPLOY } from '../fixtures/site/http-caches'
import { root, temporaryFolder } from '../fixtures/site/site'
import { type Machine, machine } from './machine'

const execute = promisify(execFile)
/** What Node needs beside itself, and what building needs beside that. */
const RUNS = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']
const BUILDS = ['dash', 'coreutils', 'libselinux1', 'libpcre2-8-0', 'libacl1', 'libattr1', 'libgmp10', 'libssl3']
/** As the images name it. */
const USER = '10001'
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'

export type Service = 'edge' | 'api' | 'releases'
export type Image = { megabytes: number; user: string; command: string[]; root: string }

/** Why images cannot be built here; undefined if they can. */
export const whyNoImages = (): string | undefined => {
  const missing = ['buildah', 'apt-get', 'dpkg-deb'].filter((name) => !fs.existsSync(`/usr/bin/${name}`))
  if (missing.length > 0) return `${missing.join(' and ')} not installed`
  return process.getuid?.() === 0
    ? undefined
    : 'an image is run from its root by the administrator of the machine alone'
}

/** Builds the images of all services on roots that are made of Debian's packages and this Node. */
export async function buildImages(): Promise<Record<Service, Image>> {
  const work = temporaryFolder('images')
  // Without mounts, which would outlive a failure.
  const at = ['--storage-driver', 'vfs', '--root', path.join(work, 'store'), '--runroot', path.join(work, 'run')]
  const buildah = async (...args: string[]) => {
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
    return (await execute('buildah', [...at, ...args], { cwd: root, env, maxBuffer: 2 ** 26 })).stdout.trim()
  }
  const [base, buildBase] = [await baseOf(work, 'base', RUNS), await baseOf(work, 'build-base', [...RUNS, ...BUILDS])]
  withNpm(buildBase)
  for (const folder of [base, buildBase]) {
    const container = await buildah('from', 'scratch')
    await buildah('add', '--quiet', container, folder, '/')
    const env = ['PATH=/usr/bin:/bin', `NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`].flatMap((each) => ['--env', each])
    await buildah('config', '--entrypoint', '["/usr/bin/node"]', ...env, container)
    await buildah('commit', '--quiet', '--rm', container, path.basename(folder))
  }
  const bases = ['BUILD_BASE=localhost/build-base', 'BASE=localhost/base'].flatMap((each) => ['--build-arg', each])
  const file = ['--file', path.join(DEPLOY, 'Containerfile')]
  const built = async (service: Service): Promise<Image> => {
    await buildah(
      'build',
      '--quiet',
      '--pull=never',
      '--layers',
      ...bases,
      ...file,
      '--target',
      service,
      '--tag',
      service,
      root,
    )
    const container = await buildah('from', '--pull=never', `localhost/${service}`)
    const folder = await buildah('mount', container)
    const { OCIv1 } = JSON.parse(await buildah('inspect', container)) as {
      OCIv1: { config: { User: string; Cmd: string[] } }
    }
    const { User: user, Cmd: command } = OCIv1.config
    const { stdout } = await execute('du', ['--summarize', '--block-size=1000000', folder])
    return { megabytes: Number.parseInt(stdout, 10), user, command, root: folder }
  }
  return { edge: await built('edge'), api: await built('api'), releases: await built('releases') }
}

/** A folder with these packages of Debian and this Node. */
async function baseOf(work: string, name: string, packages: string[]): Promise<string> {
  const [debs, folder] = [path.join(work, `${name}-debs`), path.join(work, name)]
  fs.mkdirSync(debs)
  // Its own account for downloads may not write here.
  await execute('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '--quiet', ...packages], { cwd: debs })
  for (const deb of fs.readdirSync(debs)) await execute('dpkg-deb', ['--extract', deb, folder], { cwd: debs })
  for (const each of ['data', 'dev', 'proc', 'tmp', path.dirname(CERTIFICATES)])
    fs.mkdirSync(path.join(folder, each), { recursive: true })
  for (const each of ['doc', 'man', 'locale'])
    fs.rmSync(path.join(folder, 'usr/share', each), { recursive: true, force: true })
  if (fs.existsSync(`/${CERTIFICATES}`)) fs.copyFileSync(`/${CERTIFICATES}`, path.join(folder, CERTIFICATES))
  fs.copyFileSync(process.execPath, path.join(folder, 'usr/bin/node'))
  return folder
}

function withNpm(folder: string): void {
  const npm = path.join(path.dirname(fs.realpathSync(process.execPath)), '../lib/node_modules/npm')
  fs.cpSync(npm, path.join(folder, 'usr/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    fs.symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(folder, 'usr/bin', name))
}

/**
 * A machine that runs an image from its root, which it cannot write, as the account that the image names; what is mounted for
 * its data belongs to root, as in a cluster.
 */
export function machineOf(service: Service, image: Image, address: string, env: Record<string, string>): Machine {
  const mounts = [
    `mount --bind ${image.root} ${image.root}`,
    `mount -o remount,ro,bind ${image.root}`,
    `mount -t tmpfs -o mode=0777 none ${image.root}/data`,
    `mount -t tmpfs -o mode=1777 none ${image.root}/tmp`,
    `mount -t proc none ${image.root}/proc`,
    `mount --bind /dev ${image.root}/dev`,
  ]
  const account = ['--setgid', USER, '--setuid', USER, '--root', image.root, '--wd', '/app']
  const run = ['exec', 'unshare', ...account, '/usr/bin/node', ...image.command].join(' ')
  return machine(service, address, () => ({
    program: 'unshare',
    isTree: true,
    args: ['--mount', '--fork', '--kill-child', 'sh', '-ec', [...mounts, run].join('; ')],
    env: { NODE_OPTIONS: '', NODE_ENV: 'production', MARRAM_DATA: '/data/site', METRICS_PORT: '0', ...env },
  }))
}

/** Whether a program can be started in the image: one that has no shell gives none to whoever gets in. */
export function hasShell({ root: folder }: Image): Promise<boolean> {
  const shell = spawn('unshare', ['--root', folder, '/bin/sh', '-c', 'true'], { stdio: 'ignore' })
  return new Promise((resolve) => shell.once('exit', (code) => resolve(code === 0)))
}

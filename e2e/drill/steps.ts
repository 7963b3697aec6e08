import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { tell } from '../verify/cell'
import type { Cluster } from './cluster'
import type { Asked } from './load'
import type { Machine } from './machine'

/** After two checks HAProxy knows that a machine is there again. */
export const KNOWN_MS = 2000

/** And says how many there were. */
export function expectAllPages({ pages, late, failed, slowest }: Asked): void {
  tell(`${pages} pages, ${failed.length} failed, ${late} late; the slowest, ${slowest.page}, after ${slowest.ms} ms`)
  expect(pages).toBeGreaterThan(50)
  expect(failed).toEqual([])
  expect(late).toBeLessThan(pages / 20)
}

/** As an orchestrator does it, before it goes on with the next one. */
export async function replace(cluster: Cluster, machine: Machine, env: Record<string, string> = {}): Promise<void> {
  const isCache = cluster.machines.cache.includes(machine)
  if (isCache) {
    await setCache(cluster, machine.name, 'drain')
    await wait(KNOWN_MS)
  }
  await machine.stop()
  await machine.start(env)
  await wait(KNOWN_MS)
  if (isCache) await setCache(cluster, machine.name, 'ready')
}

/** Takes a cache out of HAProxy, or brings it back. */
const setCache = (cluster: Cluster, name: string, state: 'drain' | 'ready') =>
  cluster.tellBalancers(`set server site/${name} state ${state}`)

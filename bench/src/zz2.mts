import { withEdge } from './with-edge'
import { askMany } from './light-client'
await withEdge({ NODE_OPTIONS: '--import /tmp/prof.mjs' }, async ({ edge }) => {
  await fetch(edge.url + '/', { headers: { 'accept-encoding': 'br' } })
  await askMany(`${edge.url}/`, 4, { 'accept-encoding': 'br' }, {} as never)
  process.kill(edge.pid, 'SIGUSR2')
  for (let i = 0; i < 3; i++) console.log(await askMany(`${edge.url}/`, 5, { 'accept-encoding': 'br' }, {} as never))
  process.kill(edge.pid, 'SIGUSR2'); await new Promise(r => setTimeout(r, 1500))
})

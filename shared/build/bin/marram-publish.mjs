#!/usr/bin/env node
// Plain JavaScript: Node by itself runs no TypeScript of a package that is installed.
import { register } from 'tsx/esm/api'

register()
await import('../src/publishing/program.ts')

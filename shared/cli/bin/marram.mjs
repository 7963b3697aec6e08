#!/usr/bin/env node
// Plain JavaScript: Node by itself runs no TypeScript. In a packed package the program is compiled.
import { register } from 'tsx/esm/api'

register()
await import('../src/marram.ts')

/**
 * Runs before the shell's scripts, on pages of a dev server alone. Gives the page's one React a development build of the
 * same version, connected to React Refresh: the shell's own files stay as they are, and four of their modules are
 * replaced as they arrive, before any of them has run.
 */

import React from 'react'
import jsxDevRuntime from 'react/jsx-dev-runtime'
import jsxRuntime from 'react/jsx-runtime'
import ReactDom from 'react-dom'
import ReactDomClient from 'react-dom/client'
import { runtime } from './connect.js'

const replacements = {
  react: React,
  'react-dom': ReactDom,
  'react-dom/client': ReactDomClient,
  'react/jsx-runtime': jsxRuntime,
}
/** Ids of these modules in the shell's chunks, and the version of its React, as its release says. */
const { chunks: global, ids, version } = window.__marramShell
let replaced = 0

window.__marramDev = {
  runtime,
  jsxDevRuntime,
  /** Whether components can be exchanged in place. */
  get works() {
    return replaced === Object.keys(replacements).length
  },
}

if (version !== React.version)
  console.warn(
    `[dev] The live shell has React ${version}, this section ${React.version}: edits load the page anew. npm run upgrade mends it.`,
  )
else if (ids === undefined)
  console.warn('[dev] The live shell does not say where its React is: edits load the page anew.')
else {
  const chunks = []
  chunks.push = (chunk) => {
    const [, factories] = chunk
    for (const [name, instead] of Object.entries(replacements)) {
      if (!(ids[name] in factories)) continue
      replaced += 1
      factories[ids[name]] = (made) => {
        made.exports = instead
      }
    }
    return Array.prototype.push.call(chunks, chunk)
  }
  window[global] = chunks
}

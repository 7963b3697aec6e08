/**
 * Runs before the shell's scripts, on pages of a dev server alone. Gives the page's one React a development build of the
 * same version, connected to React Refresh: the shell's own files stay as they are, and four of their modules are
 * replaced as they arrive, before any of them has run. A shell that is built on this machine takes them by itself.
 */

// First: react-dom looks for the hook of React Refresh once, when it is evaluated.
import './connect.js'
import React from 'react'
import jsxDevRuntime from 'react/jsx-dev-runtime'
import jsxRuntime from 'react/jsx-runtime'
import ReactDom from 'react-dom'
import * as ReactDomClient from 'react-dom/client'
import { runtime } from './connect.js'

const modules = {
  react: React,
  'react-dom': ReactDom,
  'react-dom/client': {
    ...ReactDomClient,
    createRoot: (container, options) => ReactDomClient.createRoot(container, withReports(options)),
    hydrateRoot: (container, node, options) => ReactDomClient.hydrateRoot(container, node, withReports(options)),
  },
  'react/jsx-runtime': jsxRuntime,
}

/** Ids of these modules in the shell's chunks, and the version of its React, as its release says. */
const { chunks: global, ids, version, isHere } = window.__marramShell
let replaced = 0

window.__marramDev = {
  runtime,
  jsxDevRuntime,
  modules,
  /** Whether components can be exchanged in place. */
  get works() {
    return isHere || replaced === Object.keys(modules).length
  },
}

/** What a boundary of the page catches is shown over it all the same, with file and line. */
function withReports(options = {}) {
  const report = (given) => (error, info) => {
    reportError(error)
    given?.(error, info)
  }
  return { ...options, onCaughtError: report(options.onCaughtError), onUncaughtError: report(options.onUncaughtError) }
}

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
  const place = sourceFile ? ` (${sourceFile}:${lineNumber})` : ''
  reportError(
    new Error(
      `The site's content security policy (${effectiveDirective}) refuses ${blockedURI}${place}. Visitors would not get it either.`,
    ),
  )
})

if (!isHere) replaceIn(global)

function replaceIn(name) {
  if (version !== React.version || ids === undefined) {
    const why =
      ids === undefined ? 'does not say where its React is' : `has React ${version}, this section ${React.version}`
    console.warn(`[dev] The live shell ${why}: edits load the page anew. npm run upgrade mends it.`)
    return
  }
  const chunks = []
  chunks.push = (chunk) => {
    const [, factories] = chunk
    for (const [module, instead] of Object.entries(modules)) {
      if (!(ids[module] in factories)) continue
      replaced += 1
      factories[ids[module]] = (made) => {
        made.exports = instead
      }
    }
    return Array.prototype.push.call(chunks, chunk)
  }
  window[name] = chunks
}

// @ts-check
/**
 * Runs in the page, before all other scripts, and provides the functions that `browser-process.mjs` calls. It saves the
 * built-in functions that it needs, as a section may replace them later.
 * @param {string} name the global under which it is found
 */
export function watchPage(name) {
  if (top !== self) return
  const { getOwnPropertyDescriptor: descriptorOf, getPrototypeOf, defineProperty } = Object
  const { ownKeys } = Reflect
  /** @type {{ name: string, object: any, before: Record<PropertyKey, PropertyDescriptor>, mayGrow: boolean }[]} */
  const builtIns = []
  const isCode = (/** @type {unknown} */ value) => typeof value === 'function'

  /** @param {string} name @param {any} object @param {boolean} [mayGrow] whether a page may add properties */
  function save(name, object, mayGrow = false) {
    if (!isCode(object) && (typeof object !== 'object' || object === null)) return
    const before = Object.create(null)
    for (const key of ownKeys(object)) before[key] = descriptorOf(object, key)
    builtIns.push({ name, object, before, mayGrow })
  }
  for (const key of Object.getOwnPropertyNames(window)) {
    const value = descriptorOf(window, key)?.value
    if (value === window) continue
    save(key, value)
    save(`${key}.prototype`, value?.prototype)
  }
  for (const key of ['window', 'document', 'history', 'navigator', 'localStorage', 'performance'])
    save(key, /** @type {any} */ (window)[key], true)

  /** @param {PropertyDescriptor} was @param {PropertyDescriptor} [is] */
  const isOther = (was, is) =>
    (isCode(was.value) && was.value !== is?.value) || was.get !== is?.get || was.set !== is?.set

  /** Names of built-in functions that were replaced or added. It calls none of them, as they may be replaced. */
  function patched() {
    const names = []
    for (const { name, object, before, mayGrow } of builtIns) {
      for (const key of ownKeys(before))
        if (isOther(/** @type {any} */ (before[key]), descriptorOf(object, key)))
          names[names.length] = `${name}.${key.toString()}`
      for (const key of ownKeys(object)) {
        const { value, get } = descriptorOf(object, key) ?? {}
        if (!before[key] && (mayGrow ? key in getPrototypeOf(object) : isCode(value ?? get)))
          names[names.length] = `${name}.${key.toString()}`
      }
    }
    return names
  }

  const round = Math.round
  /** @param {Element} element */
  function stateOf(element) {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const words = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue?.trim() : '')).join('')
    const isVisible =
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 0 && height > 0
    return {
      name: `<${element.localName}>${words && ` ${words.slice(0, 40)}`}`,
      varies: element.closest('[data-varies]')?.getAttribute('data-varies') ?? '',
      visible: isVisible,
      place: isVisible ? [x + scrollX, y + scrollY, width, height].map(round).join(' ') : '',
      look: [
        ...[style.color, style.backgroundColor, style.borderTopWidth, style.boxShadow, style.transform],
        ...[style.fontWeight, style.lineHeight, style.textTransform],
      ].join(' '),
      text: `${style.fontSize} ${style.fontFamily}`,
    }
  }
  /** @param {string} selector */
  const within = (selector) =>
    [...document.querySelectorAll(`${selector}, ${selector} *:not(svg *)`)].map((element) => stateOf(element))

  /** Does `work` while the styles of the shell alone apply. @template Result @param {() => Result} work */
  function withShellStyles(work) {
    const others = [...document.styleSheets].filter(({ disabled, ownerNode, href }) => {
      const from = ownerNode instanceof Element ? (ownerNode.getAttribute('data-href') ?? href ?? '') : ''
      return !disabled && !from.includes('/releases/files/shell/')
    })
    for (const sheet of others) sheet.disabled = true
    const result = work()
    for (const sheet of others) sheet.disabled = false
    return result
  }

  const SAMPLES =
    '<h1>a</h1><h2>a</h2><h3>a</h3><p>a <a href="#">a</a> <b>a</b></p><ul><li>a</li></ul><table><tr><td>a</td></tr></table>' +
    '<form><label>a</label><input><select></select><textarea></textarea><button>a</button></form><img alt="a"><article>' +
    '<section><header>a</header><nav>a</nav><footer>a</footer></section></article>'
  /** The state of sample elements without a class inside a page. */
  function samples() {
    const place = document.createElement('div')
    place.innerHTML = SAMPLES
    document.querySelector('main')?.append(place)
    const states = [...place.querySelectorAll('*')].map((element) => stateOf(element))
    place.remove()
    return states
  }

  const now = performance.now.bind(performance)
  let changedAt = now()
  let leftAt = 0
  let shift = 0
  /** @type {string[]} */
  const refused = []
  new MutationObserver(() => {
    changedAt = now()
  }).observe(document, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })

  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    refused.push(`its policy refuses ${blockedURI} (${effectiveDirective})`),
  )

  const watch = {
    patched,
    refused: () => refused,
    shift: () => shift,
    /** Whether the page has loaded completely and has not changed for so many milliseconds. @param {number} ms */
    isQuiet: (ms) =>
      document.documentElement.dataset.ready !== undefined &&
      !document.querySelector('[role=progressbar][aria-label="Loading the page"]') &&
      document.fonts.status === 'loaded' &&
      changedAt > leftAt &&
      now() - changedAt > ms,
    /** Navigates by the shell's router in the same document, as Back and Forward do. @param {string} path */
    goTo(path) {
      leftAt = now()
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    },
    state() {
      scrollTo({ top: 0, behavior: 'instant' })
      return {
        header: within('header:not(main *)'),
        main: within('main'),
        footer: within('footer:not(main *)'),
        'the page beside them': [...document.body.children]
          .filter((element) => !['SCRIPT', 'STYLE'].includes(element.tagName))
          .map((element) => stateOf(element)),
        'elements without a class': samples(),
      }
    },
    /** What the shell shows around a page, and what that is without the styles of others. */
    around() {
      const read = () => ({ header: within('header:not(main *)'), footer: within('footer:not(main *)') })
      return { now: read(), byShell: withShellStyles(read) }
    },
  }
  defineProperty(window, name, { value: watch })
}

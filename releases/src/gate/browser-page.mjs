// @ts-check
/**
 * Runs in the page, before everything else there: what `browser-process.mjs` asks a page for. It keeps what it needs of
 * the browser, as a section may replace it later.
 * @param {string} name the global under which it is found
 */
export function watchPage(name) {
  if (top !== self) return
  const { getOwnPropertyDescriptor, getPrototypeOf, defineProperty } = Object
  const { ownKeys } = Reflect
  const view = window
  /** @type {{ name: string, object: any, keys: PropertyKey[], before: (PropertyDescriptor | undefined)[], mayGrow: boolean }[]} */
  const builtIns = []

  /** @param {string} name @param {any} object @param {boolean} [mayGrow] */
  function keep(name, object, mayGrow = false) {
    const keys = ownKeys(object)
    builtIns.push({ name, object, keys, before: keys.map((key) => getOwnPropertyDescriptor(object, key)), mayGrow })
  }
  const isThing = (/** @type {unknown} */ value) => typeof value === 'function' || (typeof value === 'object' && value)
  for (const key of Object.getOwnPropertyNames(view)) {
    const value = getOwnPropertyDescriptor(view, key)?.value
    if (!isThing(value) || value === view) continue
    keep(key, value)
    if (isThing(value.prototype)) keep(`${key}.prototype`, value.prototype)
  }
  keep('window', view, true)
  // What a page may add to, but hide nothing of.
  for (const key of ['document', 'history', 'navigator', 'localStorage', 'performance', 'screen'])
    keep(key, /** @type {any} */ (view)[key], true)

  const isCode = (/** @type {unknown} */ value) => typeof value === 'function'
  const isOther = (/** @type {unknown} */ before, /** @type {unknown} */ now) => isCode(before) && before !== now

  /** Names of built-in functions that are others now, or are new. It uses none of them, as they may be replaced. */
  function patched() {
    /** @type {string[]} */
    const names = []
    for (let i = 0; i < builtIns.length; i += 1) {
      const { name, object, keys, before, mayGrow } = /** @type {(typeof builtIns)[0]} */ (builtIns[i])
      for (let j = 0; j < keys.length; j += 1) {
        const was = before[j]
        const is = getOwnPropertyDescriptor(object, /** @type {PropertyKey} */ (keys[j]))
        if (isOther(was?.value, is?.value) || isOther(was?.get, is?.get) || isOther(was?.set, is?.set))
          names[names.length] = `${name}.${keys[j]?.toString()}`
      }
      const now = ownKeys(object)
      for (let j = 0; j < now.length; j += 1) {
        const key = /** @type {PropertyKey} */ (now[j])
        const { value, get } = getOwnPropertyDescriptor(object, key) ?? {}
        const isNew = mayGrow ? key in getPrototypeOf(object) : isCode(value) || isCode(get)
        if (isNew && !has(keys, key)) names[names.length] = `${name}.${key.toString()}`
      }
    }
    return names
  }
  function has(/** @type {PropertyKey[]} */ keys, /** @type {PropertyKey} */ key) {
    for (let i = 0; i < keys.length; i += 1) if (keys[i] === key) return true
    return false
  }

  const round = Math.round
  /** @param {Element} element */
  function factsOf(element) {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const words = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue?.trim() : '')).join('')
    const isVisible =
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 0 && height > 0
    return {
      name: `<${element.localName}>${words && ` ${words.slice(0, 40)}`}`,
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
    [...document.querySelectorAll(`${selector}, ${selector} *:not(svg *)`)].map((element) => factsOf(element))

  const SAMPLES =
    '<h1>a</h1><h2>a</h2><h3>a</h3><p>a <a href="#">a</a> <b>a</b></p><ul><li>a</li></ul><table><tr><td>a</td></tr></table>' +
    '<form><label>a</label><input><select></select><textarea></textarea><button>a</button></form><img alt="a"><article>' +
    '<section><header>a</header><nav>a</nav><footer>a</footer></section></article>'
  /** How elements without a class look inside a page. */
  function samples() {
    const place = document.createElement('div')
    place.innerHTML = SAMPLES
    document.querySelector('main')?.append(place)
    const facts = [...place.querySelectorAll('*')].map((element) => factsOf(element))
    place.remove()
    return facts
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
    /** Quiet for so many milliseconds, with everything that the shell waits for. @param {number} ms */
    isQuiet: (ms) =>
      document.documentElement.dataset.ready !== undefined &&
      !document.querySelector('[role=progressbar][aria-label="Loading the page"]') &&
      document.fonts.status === 'loaded' &&
      changedAt > leftAt &&
      now() - changedAt > ms,
    /** By the shell's router in the same document, as Back and Forward do. @param {string} path */
    goTo(path) {
      leftAt = now()
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    },
    facts() {
      scrollTo({ top: 0, behavior: 'instant' })
      return {
        header: within('header:not(main *)'),
        main: within('main'),
        footer: within('footer:not(main *)'),
        'the page beside them': [...document.body.children]
          .filter((element) => !['SCRIPT', 'STYLE'].includes(element.tagName))
          .map((element) => factsOf(element)),
        'elements without a class': samples(),
      }
    },
  }
  defineProperty(view, name, { value: watch })
}

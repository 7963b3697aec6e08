// Runs in every measured page, before anything of it.
const observed = { largestPaint: 0, largestArea: 0, shift: 0, interactions: new Map() }
window.observed = observed

const watch = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })

watch('largest-contentful-paint', ({ startTime, size }) => {
  observed.largestPaint = startTime
  observed.largestArea = size
})
watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) observed.shift += value
})
watch(
  'event',
  ({ interactionId, duration }) => {
    if (interactionId)
      observed.interactions.set(interactionId, Math.max(duration, observed.interactions.get(interactionId) ?? 0))
  },
  { durationThreshold: 16 },
)

/**
 * When the largest text or picture is painted, scrolls to a control and has `press` press it. Resolves when something that
 * the visitor sees has changed because of that. No other page is opened.
 */
observed.answerOf = (selector, area) =>
  new Promise((resolve, reject) => {
    let pressedAt
    let responds
    const answered = () => {
      if (pressedAt === undefined) return
      requestAnimationFrame(() => setTimeout(() => resolve({ ms: performance.now() - pressedAt, responds })))
    }
    // Nobody presses what is not shown yet: the screen around the control is painted, and at rest.
    const show = (control, before = Number.NaN) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { top } = control.getBoundingClientRect()
      if (top === before) press(control)
      else requestAnimationFrame(() => setTimeout(() => show(control, top)))
    }
    const press = (control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (!control.contains(document.elementFromPoint(x, y))) return reject(new Error(`${selector} cannot be pressed`))
      const begin = ({ timeStamp }) => {
        pressedAt = timeStamp
        responds = performance.getEntriesByName('marram:ready').length > 0
        document.addEventListener('scroll', answered, true)
      }
      document.addEventListener('pointerdown', begin, { capture: true, once: true })
      document.addEventListener('toggle', answered, true)
      window.navigation.addEventListener('navigate', (event) => {
        event.preventDefault()
        answered()
      })
      const changes = new MutationObserver(answered)
      const around = control.closest('section, form, header, footer') ?? control
      changes.observe(around, { subtree: true, childList: true, characterData: true, attributes: true })
      changes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      window.press({ x, y })
    }
    const wait = () => {
      if (observed.largestArea >= area) show(document.querySelector(selector))
      else setTimeout(wait, 5)
    }
    wait()
  })

// Runs in every measured page, before anything of it.
const observed = { largestPaint: 0, shift: 0, interactions: new Map() }
window.observed = observed

const watch = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })

watch('largest-contentful-paint', ({ startTime }) => {
  observed.largestPaint = startTime
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

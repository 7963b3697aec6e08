/**
 * Sessions that were ended on this device and perhaps not yet on the server. Of each only its name is kept, which ends
 * it and continues nothing.
 */
const PREFIX = 'marram:left-session:'

export function leaveSession(session: string): void {
  try {
    localStorage.setItem(PREFIX + session, '')
  } catch {
    // Then it ends on the server by its age.
  }
}

export function leftSessions(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []))
  } catch {
    return []
  }
}

export function sessionHasEnded(session: string): void {
  try {
    localStorage.removeItem(PREFIX + session)
  } catch {
    // Nothing was kept.
  }
}

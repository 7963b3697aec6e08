export type Report = {
  /** What went wrong, such as `section-load`, `boundary` or `surprise`. */
  kind: string
  message: string
  part?: string
  version?: string
  stage?: string
  /** What was thrown, for its stack. */
  error?: unknown
}

let deliver: (report: Report) => void = () => {}

/** Called once by the shell. */
export function configureReports(given: (report: Report) => void): void {
  deliver = given
}

/** Reports a fault to the people who run the site. Never give it anything that a visitor typed. */
export const report = (fault: Report): void => deliver(fault)

/** Everything that a page can be composed of. */
export const PARTS = ['shell', 'mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz']

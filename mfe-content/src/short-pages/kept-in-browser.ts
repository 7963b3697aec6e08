/** Everything that this site writes into a visitor's browser. A test compares it with the sources. */
export const keptInBrowser: { keys: string[]; what: string; until: string }[] = [
  {
    keys: ['marram_visitor'],
    what: 'A cookie with a number drawn by lot. While a new version of a part of this site is tried out with some visitors, it sees to it that you keep getting the same one.',
    until: 'Half a year.',
  },
  {
    keys: ['marram:theme'],
    what: 'Light or dark, if you have chosen one at the foot of the page.',
    until: 'Until you choose the setting of your system again.',
  },
  {
    keys: ['access_token', 'refresh_token', 'loggedIn', 'marram:token-since'],
    what: 'That you are logged in, since when, and the proof of it that is shown to our server.',
    until: 'Until you log out. After 30 days without a visit the proof is worth nothing.',
  },
  {
    keys: ['marram:left-session'],
    what: 'If you log out while our server cannot be reached: the number of that login, to end it there as soon as it can. Nobody can log in with it.',
    until: 'Until our server has been told.',
  },
  {
    keys: ['marram:commenter'],
    what: 'Name, e-mail address and website from the comment form, if you ticked to have them saved.',
    until: 'Until you untick it.',
  },
  {
    keys: ['marram:recent-searches'],
    what: 'What you last searched for, to offer it again.',
    until: 'Until you remove it on the search page.',
  },
  {
    keys: ['marram:important'],
    what: 'That you have seen the note on the home page.',
    until: 'Until you close the window.',
  },
  {
    keys: ['marram:quiz'],
    what: 'For each quiz that you have begun: name, phone number and answers, so that a reload or a crash costs you nothing.',
    until:
      'Until you submit it or log out; once it is submitted, for looking at it again, until you close the window or log out in it.',
  },
  {
    keys: ['marram:draft'],
    what: 'For each registration form that you have begun: your answers, and in a database of its own the images that you chose, so that nothing is lost before it is sent.',
    until: 'Until you send the form, empty it or log out; at the latest when a form is opened after 30 days.',
  },
  {
    keys: ['correctStatusDispatched'],
    what: 'That the result of a quiz has been counted, so that it is counted once.',
    until: 'Until you leave the page with your answers.',
  },
]

/** Personal data that servers store. Tests compare it with the schemas; the privacy page and docs/operating.md show it. */
export type Kept = {
  title: string
  /** As text for the privacy page. */
  holds: string
  until: string
  /** Whether `person erase` finds and erases it; else it identifies nobody, and expires. */
  byPerson: boolean
  /** Columns by table, with their names in the database: of the API if no schema is named. */
  tables: Record<string, readonly string[]>
}

/** How long submissions are stored, unless their form has another time. */
export const KEEP_DAYS = 730

const columns = (names: string) => names.split(' ')

export const keptOnServers: readonly Kept[] = [
  {
    title: 'Account',
    holds:
      'Name, phone number, e-mail address, the day, and a fingerprint of your password, from which it cannot be read.',
    until: 'Until you delete it.',
    byPerson: true,
    tables: { users: columns('id phone first_name last_name email password_hash created_at') },
  },
  {
    title: 'Logins',
    holds: 'That you are logged in, since when, and fingerprints of the proof in your browser.',
    until: 'Until you log out; 30 days after your last visit, and 90 days after the login.',
    byPerson: true,
    tables: { sessions: columns('id user_id token_digest previous_digest rotated_at expires_at created_at') },
  },
  {
    title: 'Attempts to log in',
    holds: 'Those that failed, with fingerprints of the phone number and of the network.',
    until: 'A day.',
    byPerson: false,
    tables: { failed_attempts: columns('id phone_digest source at') },
  },
  {
    title: 'Forms',
    holds:
      'What you filled in, when it came and, if you were logged in, from which account; about work of your own also what we decided. Images are stored smaller and without what the camera noted in them, such as the place.',
    until: `As long as the form says, by default ${KEEP_DAYS} days after the event (the last one, if the form is for several) or, without one, after you sent it. Sooner if you have it deleted.`,
    byPerson: true,
    tables: { submissions: columns('id form fields user_id decision created_at keep_from') },
  },
  {
    title: 'Comments',
    holds:
      'What you wrote about which article, your name, and the e-mail address, website and stars if you gave them; when it came and, if you were logged in, from which account. The e-mail address is never shown.',
    until: `Those that are shown: until you take them back or have them deleted. Others: ${KEEP_DAYS} days. Sooner if you take them back or have them deleted.`,
    byPerson: true,
    tables: { comments: columns('id kind slug user_id name text email website rating decision created_at') },
  },
  {
    title: 'Sending forms',
    holds:
      'So that nothing is stored twice: fingerprints of a number drawn by lot and of what was sent, with the reference of it. So that our disk is not filled: how many bytes of images a network sent, under a fingerprint of the network.',
    until: 'The first 35 days, the second a day.',
    byPerson: false,
    tables: {
      idempotency_keys: columns('call key body_digest answer created_at'),
      unfinished_uploads: columns('name begun_at'),
      uploaded_bytes: columns('client hour bytes'),
    },
  },
  {
    title: 'Quizzes',
    holds: 'Name, phone number, and your last answer to each question with the day; how many were right.',
    until: 'Until you have it deleted.',
    byPerson: true,
    tables: {
      quiz_answers: columns('name phone question olympiad selected correct created_at'),
      quiz_scores: columns('name phone olympiad short_name name_key phone_end correct_answers total_question'),
    },
  },
  {
    title: 'Newsletter',
    holds:
      'Your e-mail address, a number drawn by lot for the links in our mails, and when you came, were asked and agreed.',
    until: 'Until you leave the list; 30 days after we asked you, if you never agreed.',
    byPerson: true,
    tables: { subscribers: columns('email token asked_at confirmed_at created_at') },
  },
  {
    title: 'E-mails to you',
    holds:
      'The address and the text, and how often we have tried to send it. If you delete your account, we keep only a fingerprint of the address with what we sent you about it.',
    until:
      'A day after it was sent; a week, if it could not be sent. Of a newsletter there stays, until you leave the list, which one it was with your number drawn by lot, so that none comes twice.',
    byPerson: true,
    tables: { mails: columns('id key kind recipient subject text leave attempts due_at sent_at created_at') },
  },
  {
    title: 'How well pages work',
    holds:
      'Counts by minute: how often a version of a part of this site was loaded in browsers, how often it failed and how, and whether it was quick. With failures one of 4,096 numbers for the network, each of which thousands of networks share. When something fails, what failed and where in our code, and for parts that are just being tried out with some visitors a number from 0 to 99, made from the one in your cookie.',
    until: '30 days.',
    byPerson: false,
    tables: {
      'releases.evidence': columns('environment part version composition minute metric count'),
      'releases.failing_network': columns('environment part version number at'),
      'releases.report': columns('environment id at about'),
    },
  },
]

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
      'Your name, phone number and e-mail address, the day you registered, and your password as a hash, which cannot be turned back into it.',
    until: 'Until you delete it.',
    byPerson: true,
    tables: { users: columns('id phone first_name last_name email password_hash created_at') },
  },
  {
    title: 'Logins',
    holds: 'That you are logged in and since when, with a hash of the token in your browser.',
    until: 'Until you log out: at most 30 days after your last visit, and 90 days after you logged in.',
    byPerson: true,
    tables: { sessions: columns('id user_id token_digest previous_digest rotated_at expires_at created_at') },
  },
  {
    title: 'Attempts to log in',
    holds: 'Failed attempts, with hashes of the phone number and of the network address.',
    until: 'One day.',
    byPerson: false,
    tables: { failed_attempts: columns('id phone_digest source at') },
  },
  {
    title: 'Forms',
    holds:
      'What you filled in, when you sent it, and your account if you were logged in. For work of your own, our decision too. Images are made smaller and lose what the camera added, such as the place.',
    until: `As long as the form says. Otherwise ${KEEP_DAYS} days after the event (the last one, if there are several) or, without an event, after you sent it. Sooner if you have it deleted.`,
    byPerson: true,
    tables: { submissions: columns('id form fields user_id decision created_at keep_from') },
  },
  {
    title: 'Comments',
    holds:
      'What you wrote and where, your name, and your e-mail address, website and stars if you gave them; when you sent it, and your account if you were logged in. We never show the e-mail address.',
    until: `Published comments until you take them back or have them deleted, others at most ${KEEP_DAYS} days.`,
    byPerson: true,
    tables: { comments: columns('id kind slug user_id name text email website rating decision created_at') },
  },
  {
    title: 'Sending forms',
    holds:
      'Hashes of a random number and of what you sent, with its reference, so that nothing is stored twice. How many bytes of images a network sent, under a hash of its address, so that nobody can fill our disk.',
    until: 'The first 35 days, the second one day.',
    byPerson: false,
    tables: {
      idempotency_keys: columns('call key body_digest answer created_at'),
      unfinished_uploads: columns('name begun_at'),
      uploaded_bytes: columns('client hour bytes'),
    },
  },
  {
    title: 'Quizzes',
    holds: 'Your name, your phone number, your last answer to each question with its date, and your score.',
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
      'Your e-mail address, a random number for the links in our mails, and when you subscribed, were asked to confirm and confirmed.',
    until: 'Until you leave the list, or 30 days after we asked you if you never confirm.',
    byPerson: true,
    tables: { subscribers: columns('email token asked_at confirmed_at created_at') },
  },
  {
    title: 'E-mails to you',
    holds:
      'The address, the text, and how often we tried to send it. If you delete your account, we keep only a hash of the address with what we sent you about it.',
    until:
      'One day after it was sent, or one week if it could not be sent. Which newsletters you got, under your random number, until you leave the list, so that none comes twice.',
    byPerson: true,
    tables: { mails: columns('id key kind recipient subject text leave attempts due_at sent_at created_at') },
  },
  {
    title: 'How well pages work',
    holds:
      'Counts by minute: how often each version of a part of this site loaded, failed and was quick. For failures: what failed, where in our code, and one of 4,096 numbers for the network, each shared by thousands of networks. For versions on trial: a number from 0 to 99, made from the one in your cookie.',
    until: '30 days.',
    byPerson: false,
    tables: {
      'releases.evidence': columns('environment part version composition minute metric count'),
      'releases.failing_network': columns('environment part version number at'),
      'releases.report': columns('environment id at about'),
    },
  },
]

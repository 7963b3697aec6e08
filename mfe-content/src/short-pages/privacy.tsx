import { paths } from '@marram/api-contract/paths'
import { keptOnServers } from '@marram/api-contract/personal-data'
import { Link } from '@marram/sdk/router'
import { Unbroken } from '@marram/ui/unbroken'
import padlock from '../art/privacy.svg'
import { contact } from '../sample-content'
import { TextPage } from './text-page'

const phone = <a href={contact.phone.href}>{contact.phone.shown}</a>

/** Describes what the software stores and logs: keep it true when that changes. */
export function Component() {
  return (
    <TextPage
      title="Privacy"
      description="What this site stores in your browser and on our servers, for how long, and how to see or delete it."
      art={padlock}
      lead="We count plants and tides, not people. There is no advertising here, nobody measures what you read, and no fonts or scripts come from other companies. This page says what we store, for how long, and how you can see it or have it deleted."
      parts={[
        {
          id: 'send',
          title: 'What you send us',
          content: (
            <>
              <KeptList items={keptOnServers.filter(({ byPerson }) => byPerson)} />
              <p>
                We give none of it to anybody else. One thing is public:{' '}
                <Link to={paths.quizResult()}>quiz results</Link> show your first name, the initial of your last name
                (of a Chinese, Japanese or Korean name the first character), and the last three digits of your number.
                Anybody who knows the name and the number that you entered can open your answers, so you may want to
                take part under a made-up name.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'See it, correct it, delete it',
          content: (
            <ul>
              <li>
                <Link to={paths.account()}>Your account</Link> lists the forms, work and comments that you sent while
                logged in. There you can download them, take comments back, change your name and{' '}
                <Unbroken>e-mail</Unbroken> address, and delete everything. Quizzes are not part of it. For another
                phone number, register again and delete the old account.
              </li>
              <li>
                For everything else, ring {phone} or <Link to={paths.contact()}>visit us</Link> with the phone number or{' '}
                <Unbroken>e-mail</Unbroken> address that you gave us. Once we know that it is yours, we show you what we
                have, or delete it.
              </li>
              <li>
                To correct a form, have it deleted and send it again. Answers to an open quiz you can send again
                yourself.
              </li>
              <li>
                To leave the newsletter, use the link in any <Unbroken>e-mail</Unbroken> from us, or ask us.
              </li>
            </ul>
          ),
        },
        {
          id: 'browser',
          title: 'In your browser',
          content: (
            <>
              <p>
                What you have begun stays on your own device until you send it. You can remove all of it in your
                browser’s settings, and the site then works as on your first visit.
              </p>
              <details>
                <summary>Everything that your browser stores</summary>
                <KeptList items={keptInBrowser} />
              </details>
            </>
          ),
        },
        {
          id: 'visit',
          title: 'When you only look around',
          content: (
            <>
              <p>
                Our servers log which kind of request they answered and how long it took, without your network address,
                your name or anything you typed. They hold your network address in memory for about a minute, to stop
                whoever asks too often.
              </p>
              <p>
                Films come from <code>youtube-nocookie.com</code>, and only after you press play. From then on YouTube
                knows your network address, and its own rules apply.
              </p>
              <details>
                <summary>What else we store, which names nobody</summary>
                <KeptList items={keptOnServers.filter(({ byPerson }) => !byPerson)} />
              </details>
            </>
          ),
        },
      ]}
    />
  )
}

/** `keys` are its names in the browser's storage. */
type Item = { title: string; holds: string; until: string; keys?: string[] }

const KeptList = ({ items }: { items: readonly Item[] }) => (
  <dl>
    {items.map(({ title, holds, until, keys }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>
          <Unbroken>{holds}</Unbroken>
        </dd>
        <dd>
          <b>Kept:</b> {until}
        </dd>
        {keys && (
          <dd>
            <b>Stored as:</b>{' '}
            {keys.map((key, i) => (
              <span key={key}>
                {i > 0 && ', '}
                <code>{key}</code>
              </span>
            ))}
          </dd>
        )}
      </div>
    ))}
  </dl>
)

/** Everything that this site writes into a visitor's browser. A test compares it with the sources. */
export const keptInBrowser: (Item & { keys: string[] })[] = [
  {
    title: 'Which version of the site you get',
    keys: ['marram_visitor'],
    holds:
      'A cookie with a random number. While we try a new version of a part of this site with some visitors, it makes sure that you keep getting the same one.',
    until: 'Half a year.',
  },
  {
    title: 'Light or dark',
    keys: ['marram:theme'],
    holds: 'Light or dark, if you chose one at the foot of the page.',
    until: 'Until you choose System again.',
  },
  {
    title: 'That you are logged in',
    keys: ['access_token', 'refresh_token', 'loggedIn', 'marram:token-since'],
    holds: 'That you are logged in and since when, with the token that proves it to our server.',
    until: 'Until you log out. The token expires 30 days after your last visit, and 90 days after you logged in.',
  },
  {
    title: 'That you have logged in here before',
    keys: ['marram:devices'],
    holds:
      'A number that lets you log in here even while somebody is guessing your password. Nobody can log in with it.',
    until: 'Until you remove it in your browser’s settings. A new password makes it useless.',
  },
  {
    title: 'A login that is still to be ended',
    keys: ['marram:left-session'],
    holds:
      'If you log out while our server cannot be reached: the number of that login, to end it there as soon as possible. Nobody can log in with it.',
    until: 'Until our server has been told.',
  },
  {
    title: 'Your details for comments',
    keys: ['marram:commenter'],
    holds: 'Your name, e-mail address and website from the comment form, if you asked us to remember them.',
    until: 'Until you untick that box.',
  },
  {
    title: 'Your last searches',
    keys: ['marram:recent-searches'],
    holds: 'What you last searched for, to offer it again.',
    until: 'Until you remove it on the search page.',
  },
  {
    title: 'Notes that you have closed',
    keys: ['marram:important'],
    holds: 'The notes on the home page that you closed, so that none comes back.',
    until: 'Until you remove it in your browser’s settings.',
  },
  {
    title: 'A quiz that you have begun',
    keys: ['marram:quiz'],
    holds:
      'For each quiz: your name, phone number and answers, when you gave the last one and started the clock, so that a reload or a crash costs you nothing.',
    until:
      'Until you submit it or log out. A submitted quiz stays for you to look at until you close the window or log out in it.',
  },
  {
    title: 'How you look at a quiz',
    keys: ['marram:quiz-view'],
    holds: 'That you want to see all questions at once, if you chose that.',
    until: 'Until you choose one at a time.',
  },
  {
    title: 'A form that you have begun',
    keys: ['marram:draft'],
    holds:
      'For each registration form: your answers and, in a database of its own, the images you chose, so that nothing is lost before it is sent.',
    until: 'Until you send the form, empty it or log out, or when a form is opened after 30 days.',
  },
  {
    title: 'That a result has been counted',
    keys: ['correctStatusDispatched'],
    holds: 'That the result of a quiz has been counted, so that it is counted once.',
    until: 'Until you leave the page with your answers.',
  },
]

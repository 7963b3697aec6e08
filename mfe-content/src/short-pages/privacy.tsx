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
      description="What this site keeps in your browser and on our server, what it never asks for, and how to have it deleted."
      art={padlock}
      lead="We count plants and tides, not people: no advertising, no statistics about visitors, no fonts or scripts from anybody else. What you begin here your browser keeps, and what you send us we keep, each as long as this page says. You can see it, and have it deleted."
      parts={[
        {
          id: 'kept',
          title: 'How long we keep what',
          content: <Durations where="On our servers" items={keptOnServers} />,
        },
        {
          id: 'browser',
          title: 'In your browser',
          content: (
            <>
              <details>
                <summary>What your browser keeps, and how long</summary>
                <Durations where="In your browser" items={keptInBrowser} />
              </details>
              <details>
                <summary>What each of these is, and under which name it is stored</summary>
                <KeptList items={keptInBrowser} />
              </details>
              <p>Your browser’s settings remove all of it at any time. The site then works as on your first visit.</p>
            </>
          ),
        },
        {
          id: 'send',
          title: 'What you send us',
          content: (
            <>
              <KeptList items={keptOnServers.filter(({ byPerson }) => byPerson)} />
              <p>
                <Link to={paths.quizResult()}>The results</Link> of quizzes are public: they show the first word of your
                name with the initial of the last, of a Chinese, Japanese or Korean name its first character, and the
                last three digits of the number. Whoever knows name and number can open the page with the answers. You
                may take part under a name that you have made up.
              </p>
              <p>
                Forms, work and comments that you send while you are logged in are listed in{' '}
                <Link to={paths.account()}>your account</Link>, where you can download them, take comments back and
                delete it all. Quizzes are not, even then. To leave the list of the newsletter, use the link in any{' '}
                <Unbroken>e-mail</Unbroken> that you have from us, or have all that we keep under your address deleted,
                as said below.
              </p>
            </>
          ),
        },
        {
          id: 'visit',
          title: 'When you only look around',
          content: (
            <>
              <p>What follows names nobody, and goes by itself.</p>
              <KeptList items={keptOnServers.filter(({ byPerson }) => !byPerson)} />
              <p>
                Our servers also note which kind of call they answered, how, and how long that took: no network address,
                no name, nothing that you typed. Your network address is held in memory for about a minute, to stop
                those who ask too often.
              </p>
              <p>
                Films are the one exception to doing without others. They play in a frame from{' '}
                <code>youtube-nocookie.com</code>, and only once you press play: from then on YouTube knows your network
                address, and its own rules apply.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'See it, correct it, delete it',
          content: (
            <>
              <p>
                <Link to={paths.account()}>Your account</Link>, and what you sent with it, you see and delete yourself.
                Its name and <Unbroken>e-mail</Unbroken> address you correct there; its phone number stays, so for
                another one, register anew and delete the old account.
              </p>
              <p>
                For all else ring {phone} or <Link to={paths.contact()}>come by</Link>, and name the phone number or the{' '}
                <Unbroken>e-mail</Unbroken> address that you gave us. We make sure that it is yours, and show you all
                that we have under it, or delete it. What you sent with a form we do not rewrite: to correct it, have it
                deleted and send it anew. Answers of a quiz you can replace yourself while it runs, under the same name
                and number. We give nothing of it to anybody else.
              </p>
            </>
          ),
        },
      ]}
    />
  )
}

/** `keys` are its names in the browser's storage. */
type Item = { title: string; holds: string; until: string; keys?: string[] }

const Durations = ({ where, items }: { where: string; items: readonly Item[] }) => (
  <table>
    <caption className="visually-hidden">{where}: what is kept, and until when</caption>
    <thead>
      <tr>
        <th scope="col">{where}</th>
        <th scope="col">Kept</th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ title, until }) => (
        <tr key={title}>
          <td>{title}</td>
          <td>{until}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const KeptList = ({ items }: { items: readonly Item[] }) => (
  <dl>
    {items.map(({ title, holds, keys }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{holds}</dd>
        {keys && (
          <dd>
            Stored as{' '}
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
      'A cookie with a number drawn by lot. While a new version of a part of this site is tried out with some visitors, it sees to it that you keep getting the same one.',
    until: 'Half a year.',
  },
  {
    title: 'Light or dark',
    keys: ['marram:theme'],
    holds: 'Light or dark, if you have chosen one at the foot of the page.',
    until: 'Until you choose the setting of your system again.',
  },
  {
    title: 'That you are logged in',
    keys: ['access_token', 'refresh_token', 'loggedIn', 'marram:token-since'],
    holds: 'That you are logged in, since when, and the proof of it that is shown to our server.',
    until: 'Until you log out. After 30 days without a visit, and after 90 days, the proof is worth nothing.',
  },
  {
    title: 'That you have logged in here before',
    keys: ['marram:devices'],
    holds:
      'That you have logged in here before, as a number. If others try to guess your password, you can still log in here. Nobody can log in with it.',
    until: 'Until you remove it in your browser’s settings. After another password it is worth nothing.',
  },
  {
    title: 'A login that is still to be ended',
    keys: ['marram:left-session'],
    holds:
      'If you log out while our server cannot be reached: the number of that login, to end it there as soon as it can. Nobody can log in with it.',
    until: 'Until our server has been told.',
  },
  {
    title: 'Your details for comments',
    keys: ['marram:commenter'],
    holds: 'Name, e-mail address and website from the comment form, if you ticked to have them saved.',
    until: 'Until you untick it.',
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
    holds: 'The notes on the home page that you have closed, so that none comes back.',
    until: 'Until you remove it in your browser’s settings.',
  },
  {
    title: 'A quiz that you have begun',
    keys: ['marram:quiz'],
    holds:
      'For each quiz that you have begun: name, phone number and answers, when you made the last one and started the clock, so that a reload or a crash costs you nothing.',
    until:
      'Until you submit it or log out; once it is submitted, for looking at it again, until you close the window or log out in it.',
  },
  {
    title: 'How you look at a quiz',
    keys: ['marram:quiz-view'],
    holds: 'That you want to see all questions of a quiz at once, if you have chosen that.',
    until: 'Until you choose to see one at a time.',
  },
  {
    title: 'A form that you have begun',
    keys: ['marram:draft'],
    holds:
      'For each registration form that you have begun: your answers, and in a database of its own the images that you chose, so that nothing is lost before it is sent.',
    until: 'Until you send the form, empty it or log out; at the latest when a form is opened after 30 days.',
  },
  {
    title: 'That a result has been counted',
    keys: ['correctStatusDispatched'],
    holds: 'That the result of a quiz has been counted, so that it is counted once.',
    until: 'Until you leave the page with your answers.',
  },
]

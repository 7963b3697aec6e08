import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import forest from '../art/publications.svg'
import { contact } from '../sample-content'
import { keptInBrowser } from './kept-in-browser'
import { TextPage } from './text-page'

const phone = <a href={contact.phone.href}>{contact.phone.shown}</a>

/** Says what the software does. Who changes what is stored or logged changes this page too. */
export function Component() {
  return (
    <TextPage
      title="Privacy"
      description="What this site keeps in your browser and on our server, what it never asks for, and how to have it deleted."
      art={forest}
      lead="We count plants and tides, not people. This site does without advertising, without statistics about visitors, and without fonts or scripts from anybody else. Here is what it does keep."
      parts={[
        {
          id: 'browser',
          title: 'In your browser',
          content: (
            <>
              <dl>
                {keptInBrowser.map(({ keys, what, until }) => (
                  <div key={keys[0]}>
                    <dt>
                      {keys.map((key, i) => (
                        <span key={key}>
                          {i > 0 && ', '}
                          <code>{key}</code>
                        </span>
                      ))}
                    </dt>
                    <dd>
                      {what} <strong>Kept:</strong> {until}
                    </dd>
                  </div>
                ))}
              </dl>
              <p>Your browser’s settings remove all of it at any time. The site then works as on your first visit.</p>
            </>
          ),
        },
        {
          id: 'send',
          title: 'What you send us',
          content: (
            <ul>
              <li>
                <strong>Newsletter:</strong> your e-mail address and the day. No letter has gone out yet. To leave the
                list, ring {phone}.
              </li>
              <li>
                <strong>Forms:</strong> what you filled in, and when it came. A picture is stored smaller and without
                what the camera noted in it, such as the place.
              </li>
              <li>
                <strong>Account:</strong> your name, phone number and e-mail address, and a fingerprint of your password
                from which it cannot be read back.
              </li>
              <li>
                <strong>Attempts to log in:</strong> how many failed with a phone number, as a fingerprint of the
                number, for a few hours at most.
              </li>
              <li>
                <strong>Quizzes:</strong> name, phone number and answers.{' '}
                <Link to={paths.quizResult()}>The results</Link> are public: they show the name and the last three
                digits of the number. Whoever knows name and number can open the page with the answers. You may take
                part under a name that you have made up.
              </li>
              <li>
                <strong>Comments:</strong> nothing. The comment form is not open yet and sends nothing.
              </li>
            </ul>
          ),
        },
        {
          id: 'visit',
          title: 'When you only look around',
          content: (
            <>
              <p>
                Our server notes which kind of call it answered, how, and how long that took: no network address, no
                name, nothing that you typed. Your network address is held in memory for about a minute, to stop those
                who ask too often. When a page fails in your browser, it reports what failed and in which version, and
                nothing about you.
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
            <p>
              What you sent stays until somebody deletes it; nothing here does so by itself. Ring {phone} or{' '}
              <Link to={paths.contact()}>come by</Link>, and we show you what we have of yours, put it right or delete
              it. There is no page for that yet, and we give nothing of it to anybody else.
            </p>
          ),
        },
      ]}
    />
  )
}

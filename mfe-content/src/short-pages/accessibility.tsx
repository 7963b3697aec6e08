import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import shore from '../art/accessibility.svg'
import { contact } from '../sample-content'
import { TextPage } from './text-page'

export function Component() {
  return (
    <TextPage
      title="Accessibility"
      description="What this site does so that everybody can use it, what does not work well yet, and how to tell us."
      art={shore}
      lead="This site should be of use to everybody, whatever they read it with and however they steer. Where it is not, we have made a mistake and want to hear of it."
      parts={[
        {
          id: 'aim',
          title: 'What we aim for',
          content: (
            <>
              <p>
                The Web Content Accessibility Guidelines, version 2.2, levels A and AA. With every change a program
                looks through the main kinds of pages for barriers, at the width of a desk and of a phone, in the light
                and in the dark theme, and must not find any.
              </p>
              <p>
                A program finds only part of what is in the way. People who use a screen reader or a switch every day
                have not gone through the whole site with us yet.
              </p>
            </>
          ),
        },
        {
          id: 'can',
          title: 'What you can do',
          content: (
            <ul>
              <li>Reach and operate everything by keyboard. The first stop leads past the navigation.</li>
              <li>See where you are: the mark around what has focus is never hidden.</li>
              <li>Enlarge text to 200%, or read in a window of 320 pixels, without scrolling sideways.</li>
              <li>Choose the light or the dark theme at the foot of every page.</li>
              <li>
                Ask your device for less movement: then nothing here moves by itself. What moves otherwise can be
                paused, and waits while you point at it or have focus in it.
              </li>
              <li>
                Read all pages without JavaScript, but for your account, the results of quizzes, and the pages on which
                you choose another password, join the newsletter or leave it. Those, forms and quizzes need it, and say
                so.
              </li>
              <li>
                Take your time. No form runs out while you fill it in, and a quiz stays open until the end of its last
                day. Its clock runs if you start it, can be hidden, and takes nothing away when it ends.
              </li>
            </ul>
          ),
        },
        {
          id: 'lacks',
          title: 'What does not work well yet',
          content: (
            <ul>
              <li>Films come from YouTube, with its player. Whether one has captions depends on the film.</li>
              <li>There is no version in plain language, in sign language or in any language but English.</li>
              <li>Wide tables scroll sideways on a phone.</li>
            </ul>
          ),
        },
        {
          id: 'tell',
          title: 'Tell us',
          content: (
            <p>
              Ring <a href={contact.phone.href}>{contact.phone.shown}</a>, or take one of the other{' '}
              <Link to={paths.contact()}>ways to us</Link>. Say which page it was and what you used. If something cannot
              be read or filled in here, we read it out or fill it in together on the phone.
            </p>
          ),
        },
      ]}
    />
  )
}

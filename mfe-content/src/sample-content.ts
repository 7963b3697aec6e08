/** The ones in the site's footer. */
export const contact = {
  name: 'Marram',
  address: ['14 Harbour Row', 'Aldershore AX4 2QP'],
  phone: { shown: '020 7946 0112', href: 'tel:+442079460112' },
  hours: 'Monday to Friday, 9 am to 5 pm',
}

export const directions = [
  { by: 'By bus', say: 'The 14 and the 22 stop at the Old Fish Hall, two minutes along the quay.' },
  { by: 'On foot or by bicycle', say: 'Follow the sea wall east from the pier. There are stands behind the house.' },
  { by: 'Without steps', say: 'The side door on Rope Walk is level. Ring the low bell, and somebody comes down.' },
]

/** The static text of the specification's initiative page: the same for every initiative. */
export const howInitiativesWork = {
  lead: 'Every instrument that we build begins as a question that somebody asked on a wet day, and ends as a drawing that anybody may copy. What lies between has taken anything from one weekend to four winters.',
  parts: [
    {
      title: 'First the question, then the parts',
      paragraphs: [
        'We do not look for uses for a sensor. Somebody has to want to know something first: how high the water stood, how warm the classroom was, where a stream goes when it disappears under a street. The question is written on a card and pinned to the workshop door. If it is still there after a month, and still makes sense, we begin.',
        'Then we look in the drawer. Most of what we need has already been bought once, by somebody who no longer wants it: phones, biscuit tins, drainpipe, the batteries of retired toys. A first version may cost no more than £60. That is less a matter of thrift than of rescue, since what is cheap can be lost to the sea without a meeting.',
      ],
    },
    {
      title: 'A person with a notebook checks it',
      paragraphs: [
        'For its first three months no instrument is believed. It stands beside somebody who measures the same thing by eye, by hand or by stick, and writes it down without looking at the display. Where the two differ, the notebook counts, and we go and find out why.',
        'Some never leave this stage. Their cards stay on the door, with what was wrong with them, because the next person will have the same good idea.',
      ],
    },
    {
      title: 'It says how sure it is',
      paragraphs: [
        'A figure without an error bar is an opinion. Whatever we build has to say how far off it may be, in the same unit and in the same size of print. An instrument that is not sure says so. We have found that people forgive a wide bar and remember a wrong line.',
      ],
    },
    {
      title: 'Then it is given away',
      paragraphs: [
        'Drawings, parts lists and programs are free to copy, to change and to sell. They lie at the office and not on this site yet, so ring us for a copy. We ask for two things in return: that the mistakes which you find come back to us, and that you do not call it ours once you have improved it.',
        'What a station measures stays with the people who look after it. They decide who may see it, and can switch it off without giving a reason.',
      ],
    },
    {
      title: 'And one day it is taken down',
      paragraphs: [
        'Each instrument has a keeper, and each keeper a date in the diary on which to ask whether anybody still needs the answer. If not, it comes down with some ceremony, the parts go back into the drawer, and the card goes into the box behind the door.',
      ],
    },
  ],
}

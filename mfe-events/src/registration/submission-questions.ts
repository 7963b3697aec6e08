/** The ten inputs of a form that is not open yet: the same for everybody, from no server. */
export const submissionQuestions = [
  { label: 'Full name', placeholder: 'Rosalind Okafor' },
  { label: 'Town or village', placeholder: 'Lower Fenwick' },
  { label: 'Phone number', placeholder: '020 7946 0112' },
  { label: 'E-mail address', placeholder: 'name@example.org' },
  { label: 'Title of your work', placeholder: 'Where the water stood' },
  { label: 'What is it?', placeholder: 'A letter, a recording, a set of photographs' },
  { label: 'Where was it made?', placeholder: 'On the outer marsh, at low water' },
  { label: 'When was it made?', placeholder: 'April 2026' },
  { label: 'Who else took part?', placeholder: 'Two neighbours and a dog' },
  { label: 'Where can we see it?', placeholder: 'https://' },
]

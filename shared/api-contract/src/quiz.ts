import * as z from 'zod/mini'
import { day, pageTotal, paging } from './content/content-fields'
import { getEndpoint, messageEndpoint } from './endpoint'
import { nameMistake } from './forms/participants'
import { normalPhone, phoneKey, phoneMistake } from './forms/phone'
import { without } from './forms/text-checks'

export const optionKeys = ['option1', 'option2', 'option3'] as const
export type OptionKey = (typeof optionKeys)[number]

const questionText = { question: z.string(), option1: z.string(), option2: z.string(), option3: z.string() }

export const quizQuestion = z.object({
  /** Ours is a number; some hosts send a text. */
  id: z.union([z.int(), z.string()]),
  ...questionText,
  /** The key of the correct option. By the specification, the page gets it before the quiz is answered. */
  answer: z.string(),
  /** Where a host sends it; ours does not. */
  participation: z.optional(z.object({ correct_answer: z.optional(z.string()) })),
})
export type QuizQuestion = z.infer<typeof quizQuestion>

/** As typed, but for spaces around it and the way in which accents are put together. */
export const participantName = z.string('Enter your name').check(z.trim(), z.normalize('NFC'), without(nameMistake))

const NO_PHONE = 'Enter your phone number'
/** By its digits, however it was typed. */
const participantPhone = z.string(NO_PHONE).check(
  without((typed) => (typed.trim() === '' ? NO_PHONE : phoneMistake(typed))),
  z.overwrite(normalPhone),
)

/** Two who give the same name and phone are one. */
export const participant = z.object({ name: participantName, phone: participantPhone })
export type Participant = z.infer<typeof participant>

export const answerRecord = z.object({
  ...participant.shape,
  /** The question's id; some clients send it as text. */
  quiz: z.union([z.number(), z.string()], 'Say which question this is: quiz'),
  /** The browser's own mark, as the text `true` or `false`; the server decides itself. */
  correct_status: z.nullish(z.union([z.string(), z.boolean(), z.number()])),
  /** The key of the chosen option; null if none was chosen. */
  selected_answer: z.nullish(z.enum(optionKeys, 'Choose option1, option2, option3 or nothing')),
})
export type AnswerRecord = z.infer<typeof answerRecord>

const olympiadName = z.object({ slug: z.string(), title: z.string() })
export type OlympiadName = z.infer<typeof olympiadName>

/** Which olympiad something belongs to. Only from our API. */
const ofOlympiad = { olympiad: z.optional(olympiadName) }

export const participantAnswer = z.object({
  name: z.string(),
  phone: z.string(),
  quiz: z.object({
    ...questionText,
    answer: z.string(),
    /** The explanation, if the content has one. Only from our API, and never sent with the questions. */
    explanation: z.optional(z.string()),
  }),
  selected_answer: z.nullable(z.string()),
  /** The text `true` or `false`. */
  correct_status: z.string(),
  /** The day, in UTC, on which the question was answered last; ours alone. */
  answered_on: z.optional(day),
  ...ofOlympiad,
})
export type ParticipantAnswer = z.infer<typeof participantAnswer>

export const scoreSummary = z.object({
  /** Our API shows the first name and an initial, and lists by that. */
  name: z.string(),
  /** Our API shows its last three digits only. */
  phone: z.string(),
  correct_answers: z.int(),
  total_question: z.int(),
  ...ofOlympiad,
})
export type ScoreSummary = z.infer<typeof scoreSummary>

export const getQuiz = getEndpoint(
  '/api/quiz/by-olympiad/{slug}',
  'The questions of an olympiad’s quiz; none where it has no quiz',
  z.array(quizQuestion),
)

export const submitQuiz = messageEndpoint(
  '/api/quiz/submit',
  'Send a participant’s answers; what the server finds correct counts',
  z
    .array(answerRecord, 'Send a list of answers')
    .check(z.minLength(1, 'Send at least one answer'), z.maxLength(500, 'Send at most 500 answers')),
  { idempotent: true },
)

export const listParticipantAnswers = getEndpoint(
  '/api/quiz/participant/{name}/{phone}/submissions',
  'What a participant answered, the last olympiad first; empty for one who is not known',
  z.array(participantAnswer),
  { uncached: true },
)

export const sendScore = messageEndpoint(
  '/api/quiz/score',
  'Report that a participant has seen the result; the server counts itself',
  z.object({
    name: participantName,
    /** Includes numbers that were stored before the present rule. */
    phone: z.string(NO_PHONE).check(z.overwrite(phoneKey), z.minLength(1, NO_PHONE)),
    correct_answers: z.nullish(z.union([z.number(), z.string()])),
    total_question: z.nullish(z.union([z.number(), z.string()])),
    /** Slug of the olympiad that the figures are of; ours alone. */
    olympiad: z.nullish(z.string()),
  }),
)

export const scoreColumns = ['name', 'phone', 'correct_answers', 'total_question'] as const
export type ScoreColumn = (typeof scoreColumns)[number]

export const listScores = getEndpoint(
  '/api/quiz/score/list',
  'Scores, one for each olympiad that somebody took part in, best first; sorted and paged where that is asked for',
  z.array(scoreSummary),
  {
    query: {
      ...paging,
      /** One of `scoreColumns`. */
      sort: z.optional(z.string()),
      /** `asc` or `desc`. */
      order: z.optional(z.string()),
      /** Slug of the one olympiad whose scores are wanted; ours alone. */
      olympiad: z.optional(z.string()),
    },
    /** Beside a page of scores: the olympiads that can be asked for, the newest first. */
    beside: { ...pageTotal, olympiads: z.optional(z.array(olympiadName)) },
    uncached: true,
  },
)

/** What is wrong is said in one line. */
export class Refused extends Error {}

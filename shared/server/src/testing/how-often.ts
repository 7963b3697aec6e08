/** How often something that is drawn by lot is tried. TEST_RUNS multiplies it, where there is more time than in `npm test`. */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.TEST_RUNS || 1))

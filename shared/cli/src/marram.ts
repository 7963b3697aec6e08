#!/usr/bin/env node
import { partNameOf } from '@marram/build/part'
import { commandLine } from '@marram/releases/cli/command-line'
import { sectionProgram } from './section-program'

/** `marram COMMAND` in the folder of a section. */
const folder = process.cwd()
process.exitCode = await commandLine(process.argv.slice(2), process, sectionProgram(folder, partNameOf(folder)))

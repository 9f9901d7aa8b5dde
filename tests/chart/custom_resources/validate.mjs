// Validates objects against the definitions of their operators: reads [{module, object}] and writes a sentence or null each.
import { text } from "node:stream/consumers";

const answers = [];
for (const { module, object } of JSON.parse(await text(process.stdin))) {
  const definitions = await import(module);
  try {
    new definitions[object.kind](object).validate();
    answers.push(null);
  } catch (error) {
    answers.push(`${object.kind} ${object.metadata?.name}: ${error.message}`);
  }
}
process.stdout.write(JSON.stringify(answers));

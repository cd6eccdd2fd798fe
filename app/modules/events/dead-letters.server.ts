export { keepDeadLetters } from "../queues/dead-letters.server";

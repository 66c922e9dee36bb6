package api

// NewestQuery is what a look-up asks of runs under way.
const NewestQuery = newestQuery

// AnswerQuery is what a look-up asks for the answer alone.
const AnswerQuery = answerQuery

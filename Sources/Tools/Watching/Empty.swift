// Stands in until the room is furnished.

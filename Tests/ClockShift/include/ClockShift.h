// Loaded into the daemon by LD_PRELOAD: a wall clock that somebody sets. ClockShift.c says how it is asked.
#pragma once

#pragma once

// What Swift's Glibc module leaves out, as plain functions.

#include "files.h"
#include "process.h"
#include "threads.h"

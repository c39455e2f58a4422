// Loaded into a program of ours by LD_PRELOAD: what a disk, or a crash, may do to it. DiskFaults.c says how it is asked.
#pragma once

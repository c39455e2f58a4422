#pragma once

/// Has the linker keep this target's one definition; does nothing.
void single_thread_keep(void);

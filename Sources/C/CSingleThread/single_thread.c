#include "single_thread.h"

/* libheif has libde265 start a worker thread for every picture, and offers no way to do without. Behind the wall there
   are no threads, and libde265 would wait for ever for one that never began. A program's own definition of a name comes
   before a library's (System V ABI, symbol resolution): with this one no thread is asked for, and libde265 works in the
   thread that calls it. Takes the decoder and a number of threads; 0 is DE265_OK. */
int de265_start_worker_threads(void *decoder, int count) {
    (void)decoder;
    (void)count;
    return 0;
}

void single_thread_keep(void) {}

#pragma once

#include <curl/curl.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>

// libcurl's setters and getters are variadic, which Swift can't call. One typed wrapper a kind of value; the option
// must be of that kind, or the result is undefined.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_large(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// Also for CURLOPT_COPYPOSTFIELDS, whose bytes needn't be text.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback callback) {
  return curl_easy_setopt(easy, option, callback);
}

// Called when a connection stands, before each time that a request is written to it.
static inline CURLcode ccurl_set_send_callback(CURL *easy, curl_prereq_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) : code;
}

// Called before each attempt to connect, with the address that the name was resolved to.
static inline CURLcode ccurl_set_socket_callback(CURL *easy, curl_opensocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context) : code;
}

// Connections aren't handed down to the programs that we start; this libcurl doesn't see to it by itself.
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

enum { CCURL_ADDRESS_SIZE = 64 };

// The port, and the address as text; -1 if it isn't an internet address.
static inline int ccurl_port_of(const struct curl_sockaddr *address, char text[CCURL_ADDRESS_SIZE]) {
  char port[8];
  int result = getnameinfo(
    &address->addr, address->addrlen, text, CCURL_ADDRESS_SIZE, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  return result == 0 && address->family != AF_UNIX ? atoi(port) : -1;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_large(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_string(CURL *easy, CURLINFO info, char **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The result of a finished transfer; `CURLMsg.data` is a union, of which this is the only member in use.
static inline CURLcode ccurl_result(const CURLMsg *message) {
  return message->data.result;
}

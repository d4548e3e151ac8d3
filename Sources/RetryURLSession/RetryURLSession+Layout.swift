// URLSession as a transport of `Retry`: on Linux through FoundationNetworking, on Apple systems through Foundation.
//
//   RetryingSession     sends a URLRequest under a policy
//   FinalResponse       what came of it
//   SendFailure         why there is no response
//   Failure+URLError    what URLSession reports on each system, as failures
//   AttemptTask         one attempt, bounded in time and cancelled with its task
